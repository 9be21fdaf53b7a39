import type { TSchema } from 'typebox';
import type { PlainLink, SettingsOf } from '../setting-types.ts';

/** All that is said of a provider outside the SMS service, which makes it of these options. */
type Declaration<S extends Record<string, TSchema>, Options> = {
  /** Short, unique, stored with each message; routes and rates call it so. */
  name: string;
  /** Heading of its settings in `docs/settings.md`. */
  title: string;
  /** What its page in `docs` is about, and that page. */
  guide: { about: string; page: string };
  settings: S;
  /**
   * Undefined where the operator has no account there.
   * @throws ConfigError for settings that do not fit together
   */
  read: (env: SettingsOf<S> & { SMS_RATES?: string }) => Options | undefined;
  /** Set if messages would go to another machine unencrypted. */
  plainLink: (options: Options) => PlainLink | undefined;
};

export function declareProvider<const S extends Record<string, TSchema>, Options>(
  declaration: Declaration<S, Options>,
): Declaration<S, Options> {
  return declaration;
}

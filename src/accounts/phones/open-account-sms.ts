import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { App } from '../../kit/http/app.ts';
import { ownBaseOf } from '../../kit/http/own-base.ts';
import type { Ids } from '../../kit/ids.ts';
import { providerKeys } from '../../settings/providers/providers.ts';
import type { Language } from '../language.ts';
import type { User } from '../queries.ts';
import type { ServiceName } from '../schemas.ts';
import type { Throttles } from '../throttles/throttles.ts';
import { type AccountSms, createAccountSms } from './account-sms.ts';
import { passwordChangedTexts } from './phone-text.ts';

type Deps = { config: Config; log: Logger; ids: Ids; services: readonly ServiceName[] };

/**
 * Opens the operator's own way to phones; undefined where it is not set up, or would end in the simulator of
 * this server: a code that no phone gets lets nobody in.
 */
export function openAccountSms(
  app: App,
  { config, log, ids, services }: Deps,
): AccountSms | undefined {
  const { key, base } = config.accountSms;
  if (key === undefined) return undefined;
  const hasProvider =
    services.includes('sms') && providerKeys.some((name) => config[name] !== undefined);
  if (base === undefined && !hasProvider) {
    log.warn(
      'phone numbers of accounts are off: no provider of SMS is set up here, and ACCOUNT_SMS_BASE names no other server',
    );
    return undefined;
  }
  return createAccountSms({ key, base: () => base ?? ownBaseOf(app), ids, log });
}

/** Creates what tells a phone, by which its owner signs in, that the password changed; a few times a day. */
export function createPasswordSms({
  accountSms,
  throttles,
}: {
  accountSms: AccountSms;
  throttles: Throttles;
}): (user: User) => Promise<void> {
  return async ({ id, phone, language }) => {
    if (phone === null || !(await throttles.mayTellByPhone(id))) return;
    if (!(await throttles.maySendSms('reset'))) return;
    accountSms.sendLater({ to: phone, text: passwordChangedTexts[language as Language] });
  };
}

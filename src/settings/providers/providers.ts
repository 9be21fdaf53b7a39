import type { PlainLink } from '../setting-types.ts';
import { africasTalking } from './africas-talking.ts';
import { smpp } from './smpp.ts';

/** Providers that an operator can set up, in the order in which they are asked where no routes are set. */
export const providers = { smpp, africasTalking };

type Providers = typeof providers;
export type ProviderKey = keyof Providers;
export const providerKeys = Object.keys(providers) as ProviderKey[];

type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Settings of all of them. */
export const providerSettings: AllOf<Providers[ProviderKey]['settings']> = Object.assign(
  {},
  ...Object.values(providers).map(({ settings }) => settings),
);

type ProviderEnvironment = AllOf<Parameters<Providers[ProviderKey]['read']>[0]>;

/** Options of each provider, as the SMS service makes it of them. */
export type OptionsOf = {
  [K in ProviderKey]: NonNullable<ReturnType<Providers[K]['read']>>;
};

/** Undefined for a provider that the operator has not set up. */
export type ProviderOptions = { [K in ProviderKey]: OptionsOf[K] | undefined };

/**
 * Reads them by name, so that it is always the same of several faults that is told.
 * @throws ConfigError for settings of a provider that do not fit together
 */
export function readProviders(env: ProviderEnvironment): ProviderOptions {
  const read = [...providerKeys].sort().map((key) => [key, providers[key].read(env)]);
  return Object.fromEntries(read);
}

/** Settings of providers by which messages leave this machine unencrypted. */
export function findPlainProviders(options: ProviderOptions): PlainLink[] {
  return providerKeys.flatMap((key) => plainLinkOf(key, options[key]) ?? []);
}

/** The same declarations, such that options and what takes them are known to be of one provider. */
const byKey: {
  [K in ProviderKey]: { plainLink: (options: OptionsOf[K]) => PlainLink | undefined };
} = providers;

function plainLinkOf<K extends ProviderKey>(key: K, options: OptionsOf[K] | undefined) {
  return options && byKey[key].plainLink(options);
}

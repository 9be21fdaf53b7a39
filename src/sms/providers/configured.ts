import type { Logger } from 'pino';
import type { Guard } from '../../accounts/guard.ts';
import type { App } from '../../kit/http/app.ts';
import type { Clock } from '../../kit/time/clock.ts';
import {
  type OptionsOf,
  type ProviderKey,
  type ProviderOptions,
  providerKeys,
} from '../../settings/providers/providers.ts';
import { createAfricasTalkingProvider } from './africas-talking/provider.ts';
import { addAfricasTalkingRoutes } from './africas-talking/routes.ts';
import type { Provider, ProviderEvents } from './provider.ts';
import { createSmppProvider } from './smpp/smpp-provider.ts';

type ProviderDeps = {
  clock: Clock;
  log: Logger;
  random: () => number;
  events: ProviderEvents;
};

type RoutesDeps = { events: ProviderEvents; guard: Guard; secret: Buffer };

type Maker<Options> = {
  create: (options: Options, deps: ProviderDeps) => Provider;
  /** Adds its callbacks, which are there before the operator has an account. */
  addRoutes?: (app: App, deps: RoutesDeps) => Promise<void>;
};

/** What makes each of the providers that settings declare. */
const makers: { [K in ProviderKey]: Maker<OptionsOf[K]> } = {
  smpp: { create: createSmppProvider },
  africasTalking: { create: createAfricasTalkingProvider, addRoutes: addAfricasTalkingRoutes },
};

/** The providers that the operator has an account with, in the order in which they are asked. */
export function makeConfiguredProviders(options: ProviderOptions, deps: ProviderDeps): Provider[] {
  return providerKeys.flatMap((key) => make(key, options[key], deps) ?? []);
}

function make<K extends ProviderKey>(
  key: K,
  options: OptionsOf[K] | undefined,
  deps: ProviderDeps,
): Provider | undefined {
  return options && makers[key].create(options, deps);
}

export async function addProviderRoutes(app: App, deps: RoutesDeps): Promise<void> {
  for (const key of providerKeys) await makers[key].addRoutes?.(app, deps);
}

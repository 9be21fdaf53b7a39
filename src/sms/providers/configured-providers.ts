import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { createAfricasTalkingProvider } from './africas-talking/provider.ts';
import type { Provider, ProviderEvents } from './provider.ts';
import { createSmppProvider } from './smpp/smpp-provider.ts';

type ProviderDeps = {
  config: Pick<Config, 'smpp' | 'africasTalking'>;
  clock: Clock;
  log: Logger;
  random: () => number;
};

/** The providers that the operator has an account with, in the order in which they are asked. */
export function makeConfiguredProviders(deps: ProviderDeps, events: ProviderEvents): Provider[] {
  const { smpp, africasTalking } = deps.config;
  const providers: Provider[] = [];
  if (smpp) providers.push(createSmppProvider(smpp, { ...deps, events }));
  if (africasTalking) providers.push(createAfricasTalkingProvider(africasTalking, deps));
  return providers;
}

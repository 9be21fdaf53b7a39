import type { Timers } from '../../../kit/time/timers.ts';
import type { Provider, ProviderHealth } from '../../providers/provider.ts';
import { type Connector, createConnector } from './connector.ts';

/** Interval at which the outbox is looked at again without a wake. */
export const lookEveryMs = 500;

export type ConnectorHealth = {
  name: string;
  health: ProviderHealth;
  inHand: number;
  window: number;
};

export type Connectors = {
  byName: ReadonlyMap<string, Connector>;
  free: () => number;
  /** Until a provider that takes nothing now may take something, in milliseconds. */
  shortestWaitMs: () => number;
  health: () => ConnectorHealth[];
};

type ConnectorsOptions = {
  /** Most messages a second, by the provider's name; none where it is not named. */
  rates: ReadonlyMap<string, number>;
  timers: Timers;
  /**
   * True if routes lead to a provider. One that only trial messages go to adds no places: else so many of
   * the others would be claimed in vain, and put back, in every cycle.
   */
  isRouted: (name: string) => boolean;
};

export function createConnectors(
  providers: readonly Provider[],
  { rates, timers, isRouted }: ConnectorsOptions,
): Connectors {
  const byName = new Map(
    providers.map((provider) => [
      provider.name,
      createConnector(provider, rates.get(provider.name) ?? null, timers),
    ]),
  );
  const all = [...byName];
  const routed = all.filter(([name]) => isRouted(name));
  return {
    byName,
    free: () => routed.reduce((sum, [, connector]) => sum + connector.free(), 0),
    shortestWaitMs: () => {
      const waits = all.map(([, connector]) => connector.waitMs()).filter((wait) => wait > 0);
      return Math.min(lookEveryMs, ...waits);
    },
    health: () =>
      all.map(([name, connector]) => ({
        name,
        health: connector.health(),
        inHand: connector.inHand(),
        window: connector.window,
      })),
  };
}

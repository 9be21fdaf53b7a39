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
  /** Messages that these providers take now, together. */
  freeOf: (names: readonly string[]) => number;
  /** Until a provider that takes nothing now may take something, in milliseconds. */
  shortestWaitMs: () => number;
  health: () => ConnectorHealth[];
};

type ConnectorsOptions = {
  /** Most messages a second, by the provider's name; none where it is not named. */
  rates: ReadonlyMap<string, number>;
  timers: Timers;
};

export function createConnectors(
  providers: readonly Provider[],
  { rates, timers }: ConnectorsOptions,
): Connectors {
  const byName = new Map(
    providers.map((provider) => [
      provider.name,
      createConnector(provider, rates.get(provider.name) ?? null, timers),
    ]),
  );
  const all = [...byName];
  return {
    byName,
    freeOf: (names) => names.reduce((sum, name) => sum + (byName.get(name)?.free() ?? 0), 0),
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

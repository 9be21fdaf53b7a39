import type { Timers } from '../../kit/time/timers.ts';
import type { Provider, ProviderHealth } from '../providers/provider.ts';
import { createLink, type Link } from './link.ts';

/** How soon the outbox is looked at again, where nobody says that something is due. */
export const lookEveryMs = 500;

export type LinkHealth = {
  name: string;
  health: ProviderHealth;
  inHand: number;
  window: number;
};

/** The ways to all providers together. */
export type Links = {
  byName: ReadonlyMap<string, Link>;
  /** How many messages the providers take now. */
  free: () => number;
  /** Until a provider that takes nothing now may take something, in milliseconds. */
  shortestWaitMs: () => number;
  health: () => LinkHealth[];
};

type LinksOptions = {
  /** Most messages a second, by the provider's name; none where it is not named. */
  rates: ReadonlyMap<string, number>;
  timers: Timers;
  /**
   * Whether routes lead to a provider. One that only trial messages go to adds no places: else so many
   * of the others would be claimed in vain, and put back, with every turn.
   */
  isRouted: (name: string) => boolean;
};

export function createLinks(
  providers: readonly Provider[],
  { rates, timers, isRouted }: LinksOptions,
): Links {
  const byName = new Map(
    providers.map((provider) => [
      provider.name,
      createLink(provider, rates.get(provider.name) ?? null, timers),
    ]),
  );
  const all = [...byName];
  const routed = all.filter(([name]) => isRouted(name));
  return {
    byName,
    free: () => routed.reduce((sum, [, link]) => sum + link.free(), 0),
    shortestWaitMs: () => {
      const waits = all.map(([, link]) => link.waitMs()).filter((wait) => wait > 0);
      return Math.min(lookEveryMs, ...waits);
    },
    health: () =>
      all.map(([name, link]) => ({
        name,
        health: link.health(),
        inHand: link.inHand(),
        window: link.window,
      })),
  };
}

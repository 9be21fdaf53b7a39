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
  free: (now: number) => number;
  /** Until a provider that takes nothing now may take something, in milliseconds. */
  shortestWaitMs: (now: number) => number;
  health: (now: number) => LinkHealth[];
};

/**
 * @param rates most messages a second, by the provider's name; none where it is not named.
 * @param isRouted whether routes lead to a provider. One that only trial messages go to adds no
 * places: else so many of the others would be claimed in vain, and put back, with every turn.
 */
export function createLinks(
  providers: readonly Provider[],
  rates: ReadonlyMap<string, number>,
  isRouted: (name: string) => boolean,
): Links {
  const byName = new Map(
    providers.map((provider) => [
      provider.name,
      createLink(provider, rates.get(provider.name) ?? null),
    ]),
  );
  const all = [...byName];
  const routed = all.filter(([name]) => isRouted(name));
  return {
    byName,
    free: (now) => routed.reduce((sum, [, link]) => sum + link.free(now), 0),
    shortestWaitMs: (now) => {
      const waits = all.map(([, link]) => link.waitMs(now)).filter((wait) => wait > 0);
      return Math.min(lookEveryMs, ...waits);
    },
    health: (now) =>
      all.map(([name, link]) => ({
        name,
        health: link.health(now),
        inHand: link.inHand(),
        window: link.window,
      })),
  };
}

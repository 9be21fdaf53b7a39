import { type Bucket, takeToken } from '../../kit/token-bucket.ts';
import type { HandOver, Provider, ProviderHealth } from '../providers/provider.ts';

/** Answers without a success after which a provider is left alone. */
const failuresToOpen = 5;
const firstRestMs = 1000;
const longestRestMs = 60_000;

/** A provider as the dispatcher sees it: how much it takes just now, and whether it is worth asking. */
export type Link = ReturnType<typeof createLink>;

/**
 * Follows one provider: its window, its throughput limit, pauses that it asks for, and a circuit
 * breaker. A breaker that was open lets one message through; if that fails too, it rests twice as long.
 * @param perSecond most messages a second; null where the provider sets the pace itself.
 */
export function createLink(provider: Provider, perSecond: number | null) {
  const window = provider.batch * provider.abreast;
  const bucket: Bucket = { tokens: 1, at: 0 };
  let inHand = 0;
  let pausedUntil = 0;
  let failures = 0;
  let restMs = 0;

  const tokens = (now: number): number => {
    if (perSecond === null) return Number.POSITIVE_INFINITY;
    const limits = { perSecond, burst: Math.max(1, perSecond / 4) };
    if (takeToken(bucket, limits, now) === 0) bucket.tokens += 1;
    return Math.floor(bucket.tokens);
  };

  const isTrial = () => failures >= failuresToOpen;
  const isAvailable = (now: number) =>
    now >= pausedUntil && provider.health().state !== 'down' && !(isTrial() && inHand > 0);

  const open = (now: number) => {
    restMs = Math.min(longestRestMs, restMs === 0 ? firstRestMs : restMs * 2);
    pausedUntil = Math.max(pausedUntil, now + restMs);
  };

  return {
    provider,
    /** Whether it may be asked now. */
    isAvailable,
    /** How many messages it takes now. */
    free: (now: number): number => {
      if (!isAvailable(now)) return 0;
      const room = isTrial() ? 1 : window - inHand;
      return Math.max(0, Math.min(room, tokens(now)));
    },
    /** Milliseconds until it is worth looking again; 0 where it takes messages now. */
    waitMs: (now: number): number => {
      if (now < pausedUntil) return pausedUntil - now;
      if (tokens(now) < 1) return Math.ceil(1000 / (perSecond ?? 1));
      return 0;
    },
    take: (count: number): void => {
      inHand += count;
      if (perSecond !== null) bucket.tokens -= count;
    },
    release: (count: number): void => {
      inHand -= count;
    },
    /** A send whose sender waits: it overtakes the window, and counts for the throughput only. */
    passBy: (): void => {
      if (perSecond !== null) bucket.tokens -= 1;
    },
    /** Takes note of what became of a batch. */
    note: (handOvers: HandOver[], now: number): void => {
      const pauses = handOvers.map((each) => (each.outcome === 'busy' ? (each.pauseMs ?? 0) : 0));
      pausedUntil = Math.max(pausedUntil, now + Math.max(0, ...pauses));
      const answered = handOvers.some(
        ({ outcome }) => outcome === 'accepted' || outcome === 'refused',
      );
      if (answered) {
        failures = 0;
        restMs = 0;
        return;
      }
      // Who says how long to wait is well; who does not, or says nothing at all, may not be.
      if (pauses.some((pause) => pause > 0)) return;
      failures += 1;
      if (isTrial()) open(now);
    },
    inHand: () => inHand,
    window,
    health: (now: number): ProviderHealth => {
      const own = provider.health();
      if (own.state !== 'up' || now >= pausedUntil) return own;
      return isTrial()
        ? { state: 'down', detail: 'left alone after failures' }
        : { state: 'degraded', detail: 'paused, as the provider asked' };
    },
  };
}

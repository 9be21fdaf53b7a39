import { dayMs, hourMs } from '../kit/time/units.ts';

/** Time after which a delivery is given up. */
export const lifeMs = dayMs;

const firstWaitMs = 5000;
const longestWaitMs = 2 * hourMs;

/** With a quarter more. */
export const longestSpreadMs = 1.25 * longestWaitMs;

type Tried = {
  attempts: number;
  /** Milliseconds since it was stored. */
  ageMs: number;
  now: number;
  /** From 0 up to 1, spreads the tries of many. */
  random: number;
};

/**
 * Returns the instant of the next try of a failed delivery: after 5 s, 10 s, 20 s and so on up to 2 h,
 * each up to a quarter more or less.
 * @returns undefined where that would be later than 24 hours after it was stored.
 */
export function nextTryAt({ attempts, ageMs, now, random }: Tried): number | undefined {
  const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempts - 1));
  const spread = Math.round(wait * (0.75 + random / 2));
  return ageMs + spread > lifeMs ? undefined : now + spread;
}

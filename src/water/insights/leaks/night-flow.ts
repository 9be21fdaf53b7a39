import type { Night } from './night.ts';
import { nightLikelihood, nightUses } from './night-likelihood.ts';

/** A leak that nights show: percent of capacity a day, and the midnight of the first of them. */
export type NightLeak = {
  confidence: number;
  percentPerDay: number;
  since: number;
  nights: number;
};

/** Percent of capacity a day. Less than the smallest cannot be told from use at night. */
const leaksPerDay = [2, 3, 5, 8, 16];
/**
 * Chance that a leak begins in a given night, and that there was one from the first night on. Leaks are
 * rarer: set so that simulated tanks have less than one false leak a year (`npm run bench ledger`).
 */
const begins = 0.03;
const wasThere = 0.0003;
/** A leak shows in so many nights before it is told, and within so many nights of its begin, if it does. */
const leastNights = 2;
const latestNights = 10;
/** Nights that say what is usual before a leak may begin: guests of a hotel are none. */
const leastBefore = 4;
/** A single night counts for so much at most, as a logarithm: for a leak, and against it. */
const mostFor = 4;
const mostAgainst = 6;
/** Fewer nights tell nothing of what is usual. */
export const nightsNeeded = 3;

/** A night with how likely it is, without a leak and with one of each size, for each kind of household. */
export type JudgedNight = { midnight: number; likelihood: number[][]; night: Night };

export function judgeNight(night: Night): JudgedNight {
  const perHour = [0, ...leaksPerDay].map((percent) => percent / 24);
  return { midnight: night.midnight, likelihood: nightLikelihood(night, perHour), night };
}

/**
 * Minimum night flow (Lambert, IWA: what still flows when everybody sleeps is what runs away), asked as
 * the question whether, and since when, the nights are better explained with a leak than by use alone:
 * the probability of a change that has not ended, of any begin, size and kind of household (Shiryaev 1963).
 * @param nights of four weeks, oldest first.
 */
export function findNightFlow(nights: readonly JudgedNight[]): NightLeak | undefined {
  if (nights.length < nightsNeeded) return undefined;
  const told = nights.map(({ likelihood }) => likelihood);
  const withoutLeak = nightUses.map((_, use) =>
    told.reduce((sum, night) => sum + (night[use]?.[0] ?? 0), 0),
  );
  const most = Math.max(...withoutLeak);
  const weightOfNone = withoutLeak.reduce((sum, log) => sum + Math.exp(log - most), 0);
  const byBegin = new Float64Array(nights.length);
  const byLeak = new Float64Array(leaksPerDay.length);
  withoutLeak.forEach((log, use) => {
    leaksPerDay.forEach((_, leak) => {
      let gain = log - most;
      for (let begin = nights.length - 1; begin >= 0; begin -= 1) {
        const night = told[begin]?.[use];
        const more = (night?.[leak + 1] ?? 0) - (night?.[0] ?? 0);
        gain += Math.max(-mostAgainst, Math.min(mostFor, more));
        const weight = priorOf(begin, nights.length) * Math.exp(gain);
        byBegin[begin] = (byBegin[begin] ?? 0) + weight;
        byLeak[leak] = (byLeak[leak] ?? 0) + weight;
      }
    });
  });
  const weightOfLeak = byLeak.reduce((sum, weight) => sum + weight, 0);
  const begin = byBegin.indexOf(Math.max(...byBegin));
  const since = nights[begin]?.midnight;
  if (weightOfLeak === 0 || since === undefined) return undefined;
  const mean = leaksPerDay.reduce((sum, each, at) => sum + each * (byLeak[at] ?? 0), 0);
  return {
    confidence: weightOfLeak / (weightOfLeak + weightOfNone),
    percentPerDay: mean / weightOfLeak,
    since,
    nights: nights.length - begin,
  };
}

function priorOf(begin: number, nights: number): number {
  const shown = nights - begin;
  if (shown < leastNights) return 0;
  if (begin === 0) return wasThere / leaksPerDay.length;
  return begin < leastBefore || shown > latestNights ? 0 : begins / leaksPerDay.length;
}

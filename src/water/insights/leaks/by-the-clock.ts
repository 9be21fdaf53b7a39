import { endHour, firstHour } from './night.ts';
import type { JudgedNight } from './night-flow.ts';
import {
  likelihoodOfFlows,
  type NightUse,
  nightUses,
  type SteadyFlow,
} from './night-likelihood.ts';

/** Nights that are asked, the newest: each takes 10 ms, and two say enough. */
const mostNights = 2;
/** Hours that a flow by the clock lasts at least. */
const leastHours = 3;
/** Flows by the clock in percent a day, if they ran all day: a coarse guess is far better than a leak. */
const flowsAsked = [8, 24, 64];
/**
 * Logarithm by which a flow by the clock must be the better explanation. Of simulated leaks it was at most 3 better,
 * since one of its many hours always fits by chance; of sprinklers 40 and more.
 */
const better = 6;

/**
 * Whether the nights of a leak rather tell of water that runs by the clock: a leak runs all night, while sprinklers
 * leave hours in which the level stands, the same each night.
 * @param nights since the flow began, oldest first.
 */
export function runsByTheClock(nights: readonly JudgedNight[]): boolean {
  const asked = nights.slice(-mostNights);
  const ofLeak = bestOf(
    sumOf(asked.map(({ likelihood }) => likelihood.map((logs) => logs.slice(1)))),
  );
  const ofNone = bestOf(
    sumOf(asked.map(({ likelihood }) => likelihood.map((logs) => logs.slice(0, 1)))),
  );
  const uses = [ofLeak, ofNone].flatMap(({ use }): NightUse[] => nightUses.slice(use, use + 1));
  const ofClock = bestOf(
    sumOf(asked.map(({ night }) => likelihoodOfFlows(night, flowsByTheClock, uses))),
  );
  return ofClock.log - Math.max(ofLeak.log, ofNone.log) > better;
}

const flowsByTheClock: readonly SteadyFlow[] = flowsAsked.flatMap((percent) =>
  hoursOfNight().map((hours) => ({ ...hours, percent: percent / 24 })),
);

/** All hours between which water may run, but for the whole night, as a leak does. */
function hoursOfNight(): { from: number; until: number }[] {
  const all: { from: number; until: number }[] = [];
  for (let from = firstHour; from <= endHour - leastHours; from += 1) {
    for (let until = from + leastHours; until <= endHour; until += 1) {
      if (until - from < endHour - firstHour) all.push({ from, until });
    }
  }
  return all;
}

/** Sums up logarithms of several nights, by the use and the flow. */
function sumOf(nights: readonly (readonly (readonly number[])[])[]): number[][] {
  const [first = []] = nights;
  return first.map((logs, use) =>
    logs.map((_, flow) => nights.reduce((sum, night) => sum + (night[use]?.[flow] ?? 0), 0)),
  );
}

function bestOf(sums: readonly (readonly number[])[]): { use: number; log: number } {
  const logs = sums.map((ofFlows) => Math.max(...ofFlows));
  const log = Math.max(...logs);
  return { use: logs.indexOf(log), log };
}

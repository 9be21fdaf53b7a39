import { roundTo } from '../../../kit/round.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import { defaultThresholds, severityOfLevel, type Thresholds } from '../../status.ts';
import { atTop } from '../../tank-shapes/gauge.ts';
import {
  type DetectedSeverity,
  type Detector,
  type Memory,
  type Observation,
  rearmMargin,
} from '../detector.ts';
import { followHover, hoverNames } from './hover.ts';
import { isAtTop, reachableThresholds, topOf } from './sensor-top.ts';
import {
  addEarlier,
  earlierNames,
  earlierSpills,
  factsOfSpill,
  followSpill,
  isTold,
  spillNames,
  spillOf,
} from './spilt.ts';

/** Time that a warning in doubt must have held. */
const patienceMs = 15 * minuteMs;
/** Share of the noise that the filter's error stays below. */
const errorShare = 0.5;

/**
 * Finds a level at or below the low threshold; critical at half of it. The heat of the day moves sensors by some
 * percent, so that a level about its threshold is low each night: it is one incident until water has come in.
 */
export const lowWater: Detector<'low'> = {
  kind: 'low',
  patienceMs,
  remembers: hoverNames,
  judge: (observation, memory) => {
    const { thresholds } = observation;
    const side = { side: -1, threshold: thresholds.low } as const;
    const { verdict } = judgeBeyond<'low'>(observation, side, (level) =>
      severityOfLevel(level, thresholds),
    );
    return followHover(verdict, observation, { memory, patienceMs });
  },
};

/** Shares of the way that the usual top goes up, or down, to a new one. */
const upShare = 0.5;
const downShare = 0.1;
/** Percent above the usual top that is not usual, and threshold that an unusual top has at most. */
const aboveTop = 2;
const highestThreshold = 99;

const extremeNames = ['peak', 'low', 'top'] as const;

/**
 * Finds a level at or above the high threshold; critical from the middle between it and full. Where the owner
 * has left the threshold at its default, it follows the tank: a float valve or a pump that stops at 95 % each
 * day tells nobody anything. No threshold is beyond what the sensor can say, where that is critical.
 *
 * Memory: the level has come up to `peak` and not gone down since, or down to `low` and not come up; `top` is
 * the usual peak. While it is beyond the threshold, what runs over (`spilt.ts`),
 * and what ran over before of the same incident.
 */
export const overflow: Detector<'overflow'> = {
  kind: 'overflow',
  patienceMs,
  remembers: [...extremeNames, ...spillNames, ...earlierNames],
  judge: (observation, memory, begunAt) => {
    const { low, high } = reachableThresholds(observation);
    const known = { memory, begunAt };
    if (observation.thresholds.high !== defaultThresholds.high) {
      return withSpill(observation, known, { low, high });
    }
    const followed =
      observation.isSuspect || observation.isDoubted
        ? extremesOf(memory)
        : followTop(observation, memory, high);
    const spills = isTold(spillOf(memory));
    const thresholds = { low, high: thresholdAbove(followed, observation, { high, spills }) };
    return withSpill(observation, known, thresholds, followed);
  },
};

/** Judges a level, and follows what runs over until it is back; then it is known how much that was. */
function withSpill(
  observation: Observation,
  { memory, begunAt }: { memory: Memory; begunAt: number | undefined },
  thresholds: Thresholds,
  followed: Memory = {},
): ReturnType<Detector<'overflow'>['judge']> {
  const { verdict } = judgeOverflow(observation, thresholds);
  const known = spillOf(memory);
  const before = earlierSpills(memory, begunAt);
  if (verdict.is === 'fine') {
    const ended = factsOfSpill(known, observation.capacity);
    const facts = addEarlier(ended, before, thresholds.high);
    const earlier =
      facts && begunAt !== undefined
        ? { earlier: facts.spilt_litres, earlierMost: facts.level, earlierOf: begunAt }
        : {};
    const memoryNow = remembering({ ...followed, ...earlier });
    return { verdict: facts ? { is: 'fine', facts } : verdict, ...memoryNow };
  }
  const isBeyond = verdict.is === 'wrong' || known.rate !== undefined || isAtTop(observation);
  const spill = isBeyond ? followSpill(known, observation, thresholds.high) : known;
  return { verdict, ...remembering({ ...followed, ...spill, ...before }) };
}

function remembering(memory: Memory): { memory?: Memory } {
  return Object.keys(memory).length > 0 ? { memory } : {};
}

function judgeOverflow(observation: Observation, thresholds: Thresholds) {
  const { sensorTop } = observation;
  return judgeBeyond<'overflow'>(observation, { side: 1, threshold: thresholds.high }, (level) =>
    isAtTop({ level, sensorTop }) ? 'critical' : severityOfLevel(level, thresholds),
  );
}

function extremesOf(memory: Memory): Memory {
  return Object.fromEntries(
    extremeNames.flatMap((name) => (memory[name] === undefined ? [] : [[name, memory[name]]])),
  );
}

/** Returns the memory with the level's latest turn; a peak from which the level has clearly gone is a top. */
function followTop({ level, noise }: Observation, memory: Memory, high: number): Memory {
  const { peak, low = level, top } = memory;
  const margin = rearmMargin(noise);
  const known = top === undefined ? {} : { top };
  if (peak === undefined) {
    const isRising = level - low >= margin;
    return {
      ...known,
      ...(isRising ? { peak: roundTo(level, 2) } : { low: roundTo(Math.min(low, level), 2) }),
    };
  }
  if (peak - level < margin) return { ...known, peak: roundTo(Math.max(peak, level), 2) };
  if (peak < high) return { ...known, low: roundTo(level, 2) };
  const moved = top === undefined ? peak : top + (peak > top ? upShare : downShare) * (peak - top);
  return { low: roundTo(level, 2), top: roundTo(moved, 1) };
}

/**
 * Where a sensor cannot see the brim, a level at its top is rather a float valve, or a pump that stops, than an
 * overflow, if it is usual; until a pump that runs on must have filled what is unseen, and more.
 */
function thresholdAbove(
  { top }: Memory,
  observation: Observation,
  { high, spills }: { high: number; spills: boolean },
): number {
  if (top === undefined) return high;
  const seen = topOf(observation);
  const highest = seen === 100 ? highestThreshold : seen + (spills ? -atTop : atTop);
  const above = Math.min(highest, top + Math.max(aboveTop, 3 * observation.noise));
  return roundTo(Math.max(high, above), 1);
}

/**
 * Judges a level against its threshold. The filtered level lags behind a pump for some readings, so two good
 * readings in a row count as well, less the effect of noise on both. A warning that the filter's error could
 * explain is in doubt, and an incident ends only when the level is clearly back. While the ledger doubts the
 * level nothing is told of it, unless the pump explains a rise.
 * @param side 1 where beyond is above, -1 where it is below
 */
function judgeBeyond<K extends 'low' | 'overflow'>(
  observation: Observation,
  { side, threshold }: { side: 1 | -1; threshold: number },
  severityAt: (level: number) => DetectedSeverity,
): ReturnType<Detector<K>['judge']> {
  const { level, noise, isDoubted, pump } = observation;
  if (isDoubted && !(side === 1 && pump === 'on')) return { verdict: { is: 'unclear' } };
  const beyond = (level - threshold) * side;
  const seen = (lastSeen(observation, side) - threshold) * side - 2 * noise;
  const most = Math.max(beyond, seen);
  if (most < 0) return { verdict: { is: -most > rearmMargin(noise) ? 'fine' : 'unclear' } };
  const reached = threshold + most * side;
  const isCertain = seen >= 0 || beyond >= errorShare * noise;
  const facts = { level: reached, threshold };
  return { verdict: { is: 'wrong', severity: severityAt(reached), facts, isCertain } };
}

/** Returns the level that both of the last two readings reach; the filtered one where either is suspect. */
function lastSeen({ level, raw, isSuspect, before }: Observation, side: 1 | -1): number {
  if (isSuspect || !before || before.isSuspect) return level;
  return side === 1 ? Math.min(raw, before.raw) : Math.max(raw, before.raw);
}

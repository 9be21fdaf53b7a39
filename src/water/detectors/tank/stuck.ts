import { roundTo } from '../../../kit/round.ts';
import { dayMs, hourMs, minuteMs } from '../../../kit/time/units.ts';
import { longestSilenceMs } from '../../rhythm.ts';
import type { Detector, Memory, Observation } from '../detector.ts';
import { noteMeasured } from './held-value.ts';

/** Time after which the sensor's usual behaviour is known. */
const learningMs = 3 * dayMs;
/** Longest usual series of equal readings up to which noise alone shows that a sensor works: */
const mostOfNoise = 12;
/** such a sensor is stuck after so many equal readings, so many times its longest series, and so long. */
const leastAlike = 12;
const timesAlike = 5;
const leastAlikeMs = 2 * hourMs;
/** Any other is judged by use: its level has stayed longer than over a week away, with the days before and after, */
const leastStillMs = 8 * dayMs;
/** and so many times longer than ever before. */
const timesStill = 2;
/** Band within which a level counts as still, in percent and in deviations of the noise. */
const leastBand = 1;
const bandDeviations = 1;
/** Silence that is usual for a device that sends each hour or more rarely, and equal readings that count there. */
const rareSilenceMs = 3 * hourMs;
const leastRepeats = 3;
/** Ends of the range, where a level may stay for long: empty for weeks, or kept full by a float valve. */
const bottom = 4;
const nearlyEmpty = 0.5;
/** The same below the highest level that the sensor can say. */
const belowTop = 3;
const justBelowTop = 0.5;

/**
 * Finds readings that no longer move although they should. There are two signs: the noise, where it makes
 * this sensor's readings differ even at night, and the use, after days.
 *
 * Memory: `alike` is the number of equal readings since minute `since`, at most `mostAlike` before; the level
 * stays near `near` since minute `stillSince`, and did for at most `longestStill` minutes before; the sensor
 * is known since minute `born`. Silence does not count: `stillSince` moves on by it, and of the time since `since`
 * so many minutes were `silent`. What else is measured is with `held-value.ts`.
 */
export const stuck: Detector<'stuck'> = {
  kind: 'stuck',
  patienceMs: 0,
  remembers: [
    'alike',
    'since',
    'mostAlike',
    'near',
    'stillSince',
    'longestStill',
    'born',
    'otherAt',
    'replaced',
    'gap',
    'silent',
  ],
  judge: (observation, known) => {
    const at = Math.floor(observation.recordedAt / minuteMs);
    const memory = follow(observation, at, toStillness(known, observation.level, at));
    if (observation.isSuspect) return { verdict: { is: 'unclear' }, memory };
    if (!isStuck(observation, at, memory)) return { verdict: { is: 'fine' }, memory };
    const since = Math.min(memory.since + memory.silent, memory.stillSince) * minuteMs;
    const facts = { level: observation.raw, since, told_at: observation.recordedAt };
    return { verdict: { is: 'wrong', severity: 'warning', facts }, memory };
  },
};

/**
 * True if a sensor whose noise shows that it works has now repeated its reading for longer than ever before:
 * too soon to call it stuck, but its level cannot be trusted.
 */
export function isStillerThanEver(
  { raw, recordedAt, before, sensorTop }: StillReading,
  known: Memory,
): boolean {
  const { alike = 0, mostAlike = Number.POSITIVE_INFINITY, born = 0 } = known;
  if (mostAlike > mostOfNoise || recordedAt - born * minuteMs < learningMs) return false;
  return before === raw && alike + 1 > mostAlike && !isAtEnd(raw, sensorTop);
}

type StillReading = Pick<Observation, 'raw' | 'recordedAt' | 'sensorTop'> & {
  before: number | null;
};

type Stillness = {
  alike: number;
  since: number;
  mostAlike: number;
  near: number;
  stillSince: number;
  longestStill: number;
  born: number;
  silent: number;
};

function toStillness(known: Memory, level: number, at: number): Stillness {
  return {
    ...known,
    alike: known.alike ?? 0,
    since: known.since ?? at,
    mostAlike: known.mostAlike ?? 1,
    near: known.near ?? roundTo(level, 2),
    stillSince: known.stillSince ?? at,
    longestStill: known.longestStill ?? 0,
    born: known.born ?? at,
    silent: known.silent ?? 0,
  };
}

/** A level of which nothing was heard did not stand still for all that is known. */
function silentMinutes({ before, recordedAt, silenceMs = longestSilenceMs }: Observation): number {
  const gapMs = before ? recordedAt - before.recordedAt : 0;
  return gapMs <= silenceMs ? 0 : Math.floor(gapMs / minuteMs);
}

function follow(observation: Observation, at: number, known: Stillness): Stillness {
  const { raw, noise, level, before, isSuspect, sensorTop } = observation;
  const silent = silentMinutes(observation);
  const memory = { ...known, ...noteMeasured(known, observation) };
  memory.silent = memory.alike === 1 ? 0 : known.silent + silent;
  memory.stillSince += silent;
  const lastAt = before ? Math.floor(before.recordedAt / minuteMs) : at;
  // Readings that are reported as stuck teach nothing: else a sensor often stuck would not be reported again.
  const teaches =
    !isKnown(at, known) || (memory.alike === 1 && !wasStuckByNoise(observation, known));
  if (teaches) {
    const ended = before && !isAtEnd(before.raw, sensorTop) ? known.alike : 0;
    memory.mostAlike = Math.max(known.mostAlike, ended, isAtEnd(raw, sensorTop) ? 0 : memory.alike);
  }
  if (isSuspect) return memory;
  if (Math.abs(level - known.near) > Math.max(leastBand, bandDeviations * noise)) {
    if (!isStuckByUse(observation, lastAt, memory)) {
      memory.longestStill = Math.max(known.longestStill, lastAt - memory.stillSince, 0);
    }
    memory.near = roundTo(level, 2);
    memory.stillSince = at;
  }
  return memory;
}

/**
 * A full tank says 100 % all night, or what its sensor says at most, and an empty one 0: no noise goes beyond, so that
 * tells nothing of the sensor's.
 */
function isAtEnd(raw: number, sensorTop = 100): boolean {
  return raw <= nearlyEmpty || raw >= sensorTop - justBelowTop;
}

/** A board that sends rarely, or when its level has moved, and never says the same: what it sends are moves. */
function movesByItself(silenceMs = 0, { alike }: Stillness): boolean {
  return silenceMs >= rareSilenceMs && alike < leastRepeats;
}

function isStuck(observation: Observation, at: number, memory: Stillness): boolean {
  if (!isKnown(at, memory)) return false;
  if (isStuckByNoise(observation, at, memory)) return true;
  return !movesByItself(observation.silenceMs, memory) && isStuckByUse(observation, at, memory);
}

function isKnown(at: number, { born }: Stillness): boolean {
  return (at - born) * minuteMs >= learningMs;
}

function wasStuckByNoise({ before, sensorTop }: Observation, known: Stillness): boolean {
  const lastAt = before ? Math.floor(before.recordedAt / minuteMs) : 0;
  return before !== undefined && isStuckByNoise({ raw: before.raw, sensorTop }, lastAt, known);
}

function isStuckByNoise(
  { raw, sensorTop }: Pick<Observation, 'raw' | 'sensorTop'>,
  at: number,
  known: Stillness,
): boolean {
  const { alike, since, mostAlike, silent } = known;
  if (mostAlike > mostOfNoise || isAtEnd(raw, sensorTop)) return false;
  const isLong = (at - since - silent) * minuteMs >= leastAlikeMs;
  return isLong && alike >= Math.max(leastAlike, timesAlike * mostAlike);
}

function isStuckByUse(
  { level, sensorTop = 100 }: Pick<Observation, 'level' | 'sensorTop'>,
  at: number,
  { stillSince, longestStill }: Stillness,
): boolean {
  if (level <= bottom || level >= sensorTop - belowTop) return false;
  return at - stillSince > Math.max(leastStillMs / minuteMs, timesStill * longestStill);
}

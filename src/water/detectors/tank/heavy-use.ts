import { roundTo } from '../../../kit/round.ts';
import { dayMs, minuteMs } from '../../../kit/time/units.ts';
import type { Detector, Memory, Observation } from '../detector.ts';

/** Time heard of after which the usual draws of a tank are known, and time after which they are known well. */
const learningMs = 3 * dayMs;
const wellKnownMs = 14 * dayMs;
/** Multiples of the greatest usual fall that are far beyond it, at first and once it is well known. */
const timesAtFirst = 5;
const timesUsual = 3;
/** Least fall in percent, and in deviations of the noise. */
const leastFall = 8;
const leastDeviations = 8;
/** Minutes between two marks, and number of marks: falls are those of two hours. */
const markMinutes = 30;
const marksKept = 4;
const spanMinutes = markMinutes * marksKept;
/** Minutes that one gap adds at most to the time for which a sensor is known: in a silence nothing is learnt. */
const longestGap = dayMs / minuteMs;
/** Share of a fall that one step between two marks may have: more is a jump, not a flow. */
const mostOfOneStep = 0.7;
/** Factor per day by which the greatest usual fall decays: to half in five weeks. */
const forgetting = 0.98;

const marks = ['mark1', 'mark2', 'mark3', 'mark4'] as const;

/**
 * Finds water that goes out far faster than it ever did within two hours: a burst pipe, a hose left open. Falls
 * teach what is usual two days later, so that a burst does not raise its own measure. Over a gap that is longer,
 * as many usual falls may have followed each other as it has room for: days of use that a board brings at once
 * are no burst. A level that moves though the ledger says that no water made it (a cable that breaks, a tank that is
 * measured anew) is no fall, and falls are looked for from there on.
 *
 * Memory: the sensor is known since minute `born`, silences left out; levels at half hours, the newest of minute `markedAt` first;
 * greatest fall of the days before yesterday, of yesterday, and of the day `day`; `told` is the greatest fall
 * of an incident that goes on.
 */
export const heavyUse: Detector<'heavy_use'> = {
  kind: 'heavy_use',
  patienceMs: 0,
  remembers: ['born', 'markedAt', ...marks, 'usual', 'yesterday', 'today', 'day', 'told'],
  judge: (observation, known) => {
    const { isSuspect, isDoubted, isNoWater, level } = observation;
    if (isSuspect || isDoubted) return { verdict: { is: 'unclear' }, memory: known };
    const at = Math.floor(observation.recordedAt / minuteMs);
    const begun = turnDay(known, observation.recordedAt, at);
    if (isNoWater) return { verdict: { is: 'unclear' }, memory: markAnew(begun, { level, at }) };
    const levels = levelsOf(begun);
    const { fall, minutes, isFlow } = greatestFall(levels, observation.level, at - begun.markedAt);
    const spans = Math.max(1, (at - begun.markedAt) / spanMinutes);
    const limit = limitOf(begun, observation, spans);
    const isLearnt = at - begun.born >= learningMs / minuteMs;
    const isWrong = isLearnt && isFlow && fall >= limit;
    const ofSpan = fall / spans;
    const told = isWrong ? Math.max(begun.told, ofSpan) : begun.told;
    const isOver = fall < limit / 2;
    const memory = mark(
      {
        ...begun,
        told: isOver ? 0 : told,
        today: taught(begun, { fall: ofSpan, told, most: isLearnt ? limit : 100, isOver }),
      },
      { level: observation.level, at },
    );
    if (isWrong) return { verdict: wrongBy(observation, { fall, minutes, begun }), memory };
    return { verdict: { is: isOver ? 'fine' : 'unclear' }, memory };
  },
};

type Known = {
  [name: string]: number;
  born: number;
  markedAt: number;
  usual: number;
  yesterday: number;
  today: number;
  day: number;
  told: number;
};

/** Returns the memory of the day of an instant: a day that is over becomes yesterday. */
function turnDay(known: Memory, recordedAt: number, at: number): Known {
  const { markedAt = at, usual = 0, yesterday = 0, today = 0, told = 0 } = known;
  const born = (known['born'] ?? at) + Math.max(0, at - markedAt - longestGap);
  const now = Math.floor(recordedAt / dayMs);
  const { day = now } = known;
  const kept = { ...known, born, markedAt, told };
  if (now <= day) return { ...kept, usual, yesterday, today, day };
  const faded = usual * forgetting ** (now - day);
  const isYesterday = now - day === 1;
  return {
    ...kept,
    usual: roundTo(Math.max(faded, yesterday, isYesterday ? 0 : today), 2),
    yesterday: isYesterday ? today : 0,
    today: 0,
    day: now,
  };
}

function levelsOf(known: Known): number[] {
  return marks.flatMap((name) => known[name] ?? []);
}

/** Finds the greatest fall from a mark to now, in percent, and its time in minutes. */
function greatestFall(levels: readonly number[], level: number, sinceMark: number) {
  const highest = Math.max(level, ...levels);
  const from = levels.indexOf(highest);
  const path = [level, ...levels.slice(0, from + 1)];
  const steepest = Math.max(0, ...path.slice(1).map((each, step) => each - (path[step] ?? each)));
  const fall = highest - level;
  const minutes = sinceMark + Math.max(0, from) * markMinutes;
  return {
    fall,
    minutes,
    isFlow: steepest <= mostOfOneStep * fall || sinceMark >= 2 * markMinutes,
  };
}

/** @param spans how many spans of two hours the fall took. */
function limitOf(
  { born, usual }: Known,
  { recordedAt, noise }: Observation,
  spans: number,
): number {
  const isWellKnown = recordedAt - born * minuteMs >= wellKnownMs;
  const times = isWellKnown ? timesUsual : timesAtFirst;
  return Math.max(leastFall, leastDeviations * noise, times * usual * spans);
}

/**
 * Returns the greatest fall of the day, as far as it teaches: of one that was raised so much that the like of it
 * is not raised again, since it ended by itself.
 */
function taught(
  { today }: Known,
  { fall, told, most, isOver }: { fall: number; told: number; most: number; isOver: boolean },
): number {
  if (told === 0) return roundTo(Math.max(today, Math.min(fall, most)), 2);
  return isOver ? roundTo(Math.max(today, told / timesUsual), 2) : today;
}

/** Forgets the levels before one that no water made: falls are those from here on. */
function markAnew({ mark1, mark2, mark3, mark4, ...known }: Known, now: At): Memory {
  return mark({ ...known, markedAt: now.at }, now);
}

type At = { level: number; at: number };

/** Sets the marks that are due; over a silence the level is supposed to have gone evenly. */
function mark(known: Known, { level, at }: At): Memory {
  const levels = levelsOf(known);
  const [newest] = levels;
  const due = Math.floor((at - known.markedAt) / markMinutes);
  if (newest !== undefined && due < 1) return known;
  const between = newest ?? level;
  const added = Array.from({ length: Math.min(Math.max(1, due), marksKept) }, (_, back) =>
    roundTo(level + ((between - level) * back) / Math.max(1, due), 2),
  );
  const kept = [...added, ...levels].slice(0, marksKept);
  return { ...known, ...Object.fromEntries(kept.map((each, n) => [marks[n], each])), markedAt: at };
}

function wrongBy(
  { capacity }: Observation,
  { fall, minutes, begun }: { fall: number; minutes: number; begun: Known },
) {
  return {
    is: 'wrong',
    severity: 'warning',
    isCertain: true,
    facts: {
      percent: roundTo(fall, 1),
      litres: capacity === null ? null : Math.round((fall * capacity) / 100),
      minutes: Math.max(1, minutes),
      usual: roundTo(begun.usual, 1),
    },
  } as const;
}

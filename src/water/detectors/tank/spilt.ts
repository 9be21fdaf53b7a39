import { roundTo } from '../../../kit/round.ts';
import { hourMs } from '../../../kit/time/units.ts';
import { visibleRise } from '../../pumps/pump-rise.ts';
import type { Memory, Observation } from '../detector.ts';
import { topOf, unseenMs } from './sensor-top.ts';

/** Names of what is remembered of an overflow while a pump fills the tank. */
export const spillNames = ['rate', 'spilt', 'most', 'counted', 'threshold'] as const;
type Name = (typeof spillNames)[number];

/**
 * What runs over: `rate` of the pump in percent an hour, as it was when the level came beyond the `threshold`;
 * percent `spilt` so far, up to the instant `counted`; the `most` that the level has reached.
 */
export type Spill = { [name in Name]?: number };

/** Percent below a full tank from which a level that rises no more is rather a well that has run dry. */
const mostBelowFull = 5;
/** Multiple of the time in which the pump's rise shows, after which the level stands. */
const standsAfter = 2;
/** Percent of capacity: less is within the error of the rate. */
const leastTold = 0.5;

/** True if so much has run over that it is told. */
export function isTold({ spilt = 0 }: Spill): boolean {
  return spilt >= leastTold;
}

/**
 * Follows what runs over while a pump fills a tank whose level stands at its top: its rate, learnt on the way up
 * and so net of what is drawn, by the time at the top. Nothing is counted where the pump is not certain to run, its
 * rate is not known, or the device was silent.
 */
export function followSpill(known: Spill, observation: Observation, threshold: number): Spill {
  const { recordedAt, level, noise, before, run, isSuspect, silenceMs } = observation;
  const { onSince, isCertain, hasRisen, risePerHour = 0, roseTo, roseAt } = run?.state ?? {};
  const isOn = onSince !== undefined && isCertain === true && hasRisen === true;
  const rate = known.rate ?? (isOn && risePerHour > 0 ? risePerHour : undefined);
  if (rate === undefined || isSuspect) return known;
  const most = Math.max(known.most ?? level, level);
  const spill = { ...known, threshold, rate: roundTo(rate, 2), most: roundTo(most, 2) };
  const visible = visibleRise(noise);
  const isSilent = !before || recordedAt - before.recordedAt > (silenceMs ?? Infinity);
  if (level < Math.max(topOf(observation) - mostBelowFull, most - visible) || isSilent) {
    return { ...spill, counted: recordedAt };
  }
  if (!isOn || roseTo === undefined || roseAt === undefined) {
    const until = stoppedAt(observation, before.recordedAt);
    return known.spilt && until !== undefined && known.counted === before.recordedAt
      ? { ...addTo(spill, rate, until), counted: recordedAt }
      : { ...spill, counted: recordedAt };
  }
  if (recordedAt - roseAt < (standsAfter * visible * hourMs) / rate) return spill;
  const seenAt = roseAt + (Math.max(0, level - roseTo) * hourMs) / rate;
  const reachedAt = seenAt + unseenMs(observation, rate);
  const from = Math.max(reachedAt, spill.counted ?? 0);
  return addTo({ ...spill, counted: from }, rate, recordedAt);
}

function addTo(spill: Spill, rate: number, until: number): Spill {
  const { spilt = 0, counted = until } = spill;
  const more = (rate * Math.max(0, until - counted)) / hourMs;
  return { ...spill, spilt: roundTo(spilt + more, 3), counted: until };
}

/** The instant at which a run has ended since the reading before: as acknowledged, else in the middle. */
function stoppedAt({ recordedAt, run }: Observation, before: number): number | undefined {
  const { offSince } = run?.state ?? {};
  if (offSince === undefined || offSince < before) return undefined;
  return offSince < recordedAt ? offSince : (before + recordedAt) / 2;
}

/** Names of what is remembered of an overflow that has ended, and may come back as the same incident. */
export const earlierNames = ['earlier', 'earlierMost', 'earlierOf'] as const;

/**
 * What ran over before of the incident that began at `earlierOf`: litres, and the highest level in percent.
 */
export type Earlier = { earlier: number; earlierMost: number; earlierOf: number };

/** Returns what is remembered of an incident; undefined where it is of another one. */
export function earlierSpills(memory: Memory, begunAt: number | undefined): Earlier | undefined {
  const { earlier, earlierMost, earlierOf } = memory;
  if (earlier === undefined || earlierMost === undefined || earlierOf === undefined)
    return undefined;
  return earlierOf === begunAt ? { earlier, earlierMost, earlierOf } : undefined;
}

type SpillFacts = { level: number; threshold: number; spilt_litres: number };

/** Adds a spill that has ended, if there was one, to those before of the same incident. */
export function addEarlier(
  facts: SpillFacts | undefined,
  before: Earlier | undefined,
  threshold: number,
): SpillFacts | undefined {
  if (!before) return facts;
  const { earlier, earlierMost } = before;
  return {
    level: Math.max(facts?.level ?? earlierMost, earlierMost),
    threshold: facts?.threshold ?? threshold,
    spilt_litres: (facts?.spilt_litres ?? 0) + earlier,
  };
}

/** The facts of an overflow that has ended, where it is known about how much has run over. */
export function factsOfSpill(
  { spilt = 0, most, threshold }: Spill,
  capacity: number | null,
): SpillFacts | undefined {
  if (!isTold({ spilt }) || capacity === null) return undefined;
  if (most === undefined || threshold === undefined) return undefined;
  return { level: most, threshold, spilt_litres: Math.round((spilt * capacity) / 100) };
}

export function spillOf(memory: Memory): Spill {
  return Object.fromEntries(
    spillNames.flatMap((name) => (memory[name] === undefined ? [] : [[name, memory[name]]])),
  );
}

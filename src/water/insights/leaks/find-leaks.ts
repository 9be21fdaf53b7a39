import { runsByTheClock } from './by-the-clock.ts';
import { type EndlessFlow, findEndlessFlow } from './endless-flow.ts';
import type { LeakHour } from './leak-hour.ts';
import type { Span } from './night.ts';
import { findNightFlow, type JudgedNight, type NightLeak, nightsNeeded } from './night-flow.ts';

/** How a leak shows. */
export const leakKinds = ['night_flow', 'never_stops'] as const;
export type LeakKind = (typeof leakKinds)[number];

/** What looks like a leak and is none. */
export const otherCauses = [
  'night_use',
  'slow_float_valve',
  'sensor_drift',
  'evaporation',
] as const;
export type OtherCause = (typeof otherCauses)[number];

export type Leak = {
  kind: LeakKind;
  confidence: number;
  percentPerDay: number;
  /** Null where litres are not known. */
  litresPerDay: number | null;
  /** Epoch milliseconds. */
  since: number;
  nights: number;
  couldAlsoBe: OtherCause[];
};

/** Less is not told: simulated tanks have one false leak a year at this (`npm run bench leaks`). */
const leastConfidence = 0.55;
/** A leak less certain than this is told if the night before showed it as well. */
const certain = 0.7;
/** What of percent a day evaporation from a tank with a lid, and drift of a sensor, come to at most. */
const mostEvaporation = 2.5;
const mostDrift = 6;

/** What leaks are found in: four weeks of a sensor, all of it oldest first. */
export type LeakEvidence = {
  nights: readonly JudgedNight[];
  hours: readonly LeakHour[];
  refills: readonly Span[];
};

/**
 * The leaks of a tank at the end of its evidence, the most certain first.
 * @param least confidence that is told, 0 to 1
 */
export function findLeaks(
  { nights, hours, refills }: LeakEvidence,
  least = leastConfidence,
): {
  leaks: Leak[];
  nights: number;
  nightsNeeded: number;
} {
  const litresOfPercent = litresOf(hours);
  const found = [
    toLeak('night_flow', findHeldNightFlow(nights, least), litresOfPercent),
    toLeak('never_stops', findEndlessFlow(hours, refills), litresOfPercent),
  ];
  return {
    leaks: found
      .flatMap((leak) => (leak && leak.confidence >= least ? [leak] : []))
      .sort((a, b) => b.confidence - a.confidence),
    nights: nights.length,
    nightsNeeded: Math.max(0, nightsNeeded - nights.length),
  };
}

/** The leak that nights show, where it is beyond doubt or the night before showed it as well: one night is chance. */
function findHeldNightFlow(nights: readonly JudgedNight[], least: number): NightLeak | undefined {
  const found = findNightFlow(nights);
  if (!found || found.confidence < least) return found;
  const shown = nights.filter(({ midnight }) => midnight >= found.since);
  if (runsByTheClock(shown)) return undefined;
  if (found.confidence >= certain) return found;
  const before = findNightFlow(nights.slice(0, -1));
  return before && before.confidence >= least ? found : undefined;
}

/** Litres of a percent, as the newest hour tells them that does. */
function litresOf(hours: readonly LeakHour[]): number | null {
  const told = hours.findLast(
    ({ last_volume, last_level }) => last_volume !== null && last_level >= 1,
  );
  return told?.last_volume ? told.last_volume / told.last_level : null;
}

function toLeak(
  kind: LeakKind,
  found: NightLeak | EndlessFlow | undefined,
  litresOfPercent: number | null,
): Leak | undefined {
  if (!found) return undefined;
  const { confidence, percentPerDay, since } = found;
  const nights = 'nights' in found ? found.nights : Math.ceil(found.hours / 24);
  return {
    kind,
    confidence,
    percentPerDay,
    litresPerDay: litresOfPercent === null ? null : percentPerDay * litresOfPercent,
    since,
    nights,
    couldAlsoBe: otherCausesOf(percentPerDay),
  };
}

function otherCausesOf(percentPerDay: number): OtherCause[] {
  return [
    'night_use',
    'slow_float_valve',
    ...(percentPerDay <= mostDrift ? (['sensor_drift'] as const) : []),
    ...(percentPerDay <= mostEvaporation ? (['evaporation'] as const) : []),
  ];
}

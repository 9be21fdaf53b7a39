import { type EndlessFlow, findEndlessFlow } from './endless-flow.ts';
import { type LeakHour, readNight, type Span, stepOf } from './night.ts';
import { findNightFlow, type NightLeak, nightsNeeded, tellNight } from './night-flow.ts';

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
  /** Epoch milliseconds. */
  since: number;
  nights: number;
  couldAlsoBe: OtherCause[];
};

/** Less is not told: at 0.5 simulated tanks had 1.4 false leaks a year. */
export const leastConfidence = 0.75;
/** What of percent a day evaporation from a tank with a lid, and drift of a sensor, come to at most. */
const mostEvaporation = 2.5;
const mostDrift = 6;

/**
 * The leaks of a tank at the end of its hours, the most certain first.
 * @param hours of the last four weeks, oldest first.
 * @param midnights of the account's time zone in that time, oldest first.
 */
export function findLeaks(
  hours: readonly LeakHour[],
  refills: readonly Span[],
  midnights: readonly number[],
): { leaks: Leak[]; nights: number; nightsNeeded: number } {
  const byHour = new Map(hours.map((hour) => [hour.hour, hour]));
  const step = stepOf(hours);
  const nights = midnights.flatMap((midnight) => {
    const night = readNight(midnight, byHour, refills);
    return night ? [tellNight(night, step)] : [];
  });
  const found = [
    toLeak('night_flow', findNightFlow(nights)),
    toLeak('never_stops', findEndlessFlow(hours, refills)),
  ];
  return {
    leaks: found
      .flatMap((leak) => (leak && leak.confidence >= leastConfidence ? [leak] : []))
      .sort((a, b) => b.confidence - a.confidence),
    nights: nights.length,
    nightsNeeded: Math.max(0, nightsNeeded - nights.length),
  };
}

function toLeak(kind: LeakKind, found: NightLeak | EndlessFlow | undefined): Leak | undefined {
  if (!found) return undefined;
  const { confidence, percentPerDay, since } = found;
  const nights = 'nights' in found ? found.nights : Math.ceil(found.hours / 24);
  return {
    kind,
    confidence,
    percentPerDay,
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

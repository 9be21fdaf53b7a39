import { type EndlessFlow, findEndlessFlow } from './endless-flow.ts';
import type { LeakHour } from './leak-hour.ts';
import type { Span } from './night.ts';
import { findNightFlow, type NightLeak, nightsNeeded, type ToldNight } from './night-flow.ts';

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

/** Less is not told; simulated tanks (`bench/ledger`) had 0.9 false leaks a year at 0.5, and 0.5 at this. */
const leastConfidence = 0.65;
/** What of percent a day evaporation from a tank with a lid, and drift of a sensor, come to at most. */
const mostEvaporation = 2.5;
const mostDrift = 6;

/** What leaks are found in: four weeks of a sensor, all of it oldest first. */
export type LeakEvidence = {
  nights: readonly ToldNight[];
  hours: readonly LeakHour[];
  refills: readonly Span[];
};

/** The leaks of a tank at the end of its evidence, the most certain first. */
export function findLeaks({ nights, hours, refills }: LeakEvidence): {
  leaks: Leak[];
  nights: number;
  nightsNeeded: number;
} {
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

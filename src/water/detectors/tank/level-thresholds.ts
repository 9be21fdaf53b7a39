import { minuteMs } from '../../../kit/time/units.ts';
import { severityOfLevel } from '../../status.ts';
import {
  type DetectedSeverity,
  type Detector,
  type Observation,
  rearmMargin,
} from '../detector.ts';

/** Time that a warning in doubt must have held. */
const patienceMs = 15 * minuteMs;
/** Share of the noise that the filter's error stays below. */
const errorShare = 0.5;

/** Finds a level at or below the low threshold; critical at half of it. */
export const lowWater: Detector<'low'> = {
  kind: 'low',
  patienceMs,
  remembers: [],
  judge: (observation) => {
    const { thresholds } = observation;
    const side = { side: -1, threshold: thresholds.low } as const;
    return judgeBeyond<'low'>(observation, side, (level) => severityOfLevel(level, thresholds));
  },
};

/** Finds a level at or above the high threshold; critical from the middle between it and full. */
export const overflow: Detector<'overflow'> = {
  kind: 'overflow',
  patienceMs,
  remembers: [],
  judge: (observation) => {
    const { thresholds } = observation;
    const side = { side: 1, threshold: thresholds.high } as const;
    return judgeBeyond<'overflow'>(observation, side, (level) =>
      severityOfLevel(level, thresholds),
    );
  },
};

/**
 * Judges a level against its threshold. The filtered level lags behind a pump for some readings, so two good
 * readings in a row count as well, less the effect of noise on both. A warning that the filter's error could
 * explain is in doubt, and an incident ends only when the level is clearly back.
 * @param side 1 where beyond is above, -1 where it is below
 */
function judgeBeyond<K extends 'low' | 'overflow'>(
  observation: Observation,
  { side, threshold }: { side: 1 | -1; threshold: number },
  severityAt: (level: number) => DetectedSeverity,
): ReturnType<Detector<K>['judge']> {
  const { level, noise } = observation;
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

import { minuteMs } from '../../../kit/time/units.ts';
import {
  type DetectedSeverity,
  type Detector,
  type Observation,
  rearmMargin,
} from '../detector.ts';

/** A warning that is in doubt must have held so long. */
export const patienceMs = 15 * minuteMs;

/** The filter's error is less than this share of the noise. */
const errorShare = 0.5;

/**
 * What is to be said of a level that lies beyond its threshold. The filtered level lags behind a pump for
 * some readings, so two good readings in a row count as well, less what noise does to both of them. A
 * warning that the filter's error could explain is in doubt, and short of the threshold nothing is over
 * before the level is clearly back.
 * @param side 1 where beyond is above, -1 where it is below
 */
export function judgeBeyond<K extends 'low' | 'overflow'>(
  observation: Observation,
  { side, threshold }: { side: 1 | -1; threshold: number },
  severityAt: (level: number) => DetectedSeverity,
): ReturnType<Detector<K>['judge']> {
  const { level, noise } = observation;
  const beyond = (level - threshold) * side;
  const seen = (lastSeen(observation, side) - threshold) * side - 2 * noise;
  const most = Math.max(beyond, seen);
  if (most < 0) return { verdict: { is: -most > rearmMargin(noise) ? 'fine' : 'unclear' } };
  const told = threshold + most * side;
  const isCertain = seen >= 0 || beyond >= errorShare * noise;
  const facts = { level: told, threshold };
  return { verdict: { is: 'wrong', severity: severityAt(told), facts, isCertain } };
}

/** The level that both of the last two readings reach; the filtered one where either is suspect. */
function lastSeen({ level, raw, isSuspect, before }: Observation, side: 1 | -1): number {
  if (isSuspect || !before || before.isSuspect) return level;
  return side === 1 ? Math.min(raw, before.raw) : Math.max(raw, before.raw);
}

/** Levels, in percent, between which a sensor is at ease. */
export type Thresholds = { high: number; low: number };

/** What holds for a sensor without a configuration. */
export const defaultThresholds: Thresholds = { high: 90, low: 20 };

/** The stored codes of `normal`, `warning` and `critical`. */
export const normal = 0;
export const warning = 1;
export const critical = 2;

/** How bad a level is that lies beyond a threshold. */
export function severityOfLevel(level: number, thresholds: Thresholds): 'warning' | 'critical' {
  return statusOfLevel(level, thresholds) === critical ? 'critical' : 'warning';
}

/**
 * The status of a pushed reading: critical at or below half of low, or at or above the middle
 * between high and 100; warning at or beyond either threshold.
 */
export function statusOfLevel(level: number, { high, low }: Thresholds): number {
  if (level <= low / 2 || level >= (high + 100) / 2) return critical;
  if (level <= low || level >= high) return warning;
  return normal;
}

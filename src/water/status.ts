/** Levels, in percent, between which a sensor's status is normal. */
export type Thresholds = { high: number; low: number };

/** Thresholds of a sensor without a configuration. */
export const defaultThresholds: Thresholds = { high: 90, low: 20 };

/** Stored codes of `normal`, `warning` and `critical`. */
export const normal = 0;
export const warning = 1;
export const critical = 2;

export function severityOfLevel(level: number, thresholds: Thresholds): 'warning' | 'critical' {
  return statusOfLevel(level, thresholds) === critical ? 'critical' : 'warning';
}

/**
 * Returns the status of a pushed reading: critical at or below half of low, or at or above the middle between
 * high and 100; warning at or beyond either threshold.
 */
export function statusOfLevel(level: number, { high, low }: Thresholds): number {
  if (level <= low / 2 || level >= (high + 100) / 2) return critical;
  if (level <= low || level >= high) return warning;
  return normal;
}

import { dayMs, hourMs, minuteMs } from '../../../kit/time/units.ts';
import { type Measures, nearSensor } from './measure-quality.ts';

export const adviceCodes = [
  'report_more_often',
  'check_network',
  'stilling_pipe',
  'mount_higher',
  'dirty_sensor',
  'coarse_steps',
  'shade_sensor',
] as const;
export type AdviceCode = (typeof adviceCodes)[number];

export type Advice = { code: AdviceCode; numbers: Record<string, number> };

/** Limits beyond which something should be done. Percent are of capacity. */
const longestInterval = 30 * minuteMs;
const longestIfNoisy = 6 * minuteMs;
const noisy = 0.7;
const rippled = 0.5;
const timesRippled = 2;
const mostSuspects = 0.02;
const timesAtTop = 4;
const coarsest = 0.75;
const gapsAWeek = 3;
const mostSilent = 0.05;

/**
 * Advises on a sensor, most useful first.
 * @param milliseconds that the readings span.
 */
export function advise(measures: Measures, milliseconds: number): Advice[] {
  const { intervalMs, noise, noiseFilling, step, drift, gaps, suspectShare } = measures;
  const advice: Advice[] = [];
  const add = (code: AdviceCode, numbers: Record<string, number | null>) => {
    const known = Object.entries(numbers).filter(
      (each): each is [string, number] => each[1] !== null,
    );
    advice.push({ code, numbers: Object.fromEntries(known) });
  };
  const isNoisy = (noise?.percent ?? 0) >= noisy;
  if (intervalMs !== null && intervalMs > (isNoisy ? longestIfNoisy : longestInterval)) {
    add('report_more_often', { minutes: intervalMs / minuteMs, wanted_minutes: isNoisy ? 5 : 15 });
  }
  const weeks = Math.max(1, milliseconds / (7 * dayMs));
  if (gaps.count > gapsAWeek * weeks || gaps.totalMs > mostSilent * milliseconds) {
    add('check_network', { gaps: gaps.count, hours: gaps.totalMs / hourMs });
  }
  const stillNoise = noise?.percent ?? 0;
  if (noiseFilling && noiseFilling.percent >= Math.max(rippled, timesRippled * stillNoise)) {
    add('stilling_pipe', noiseFilling);
  }
  const isAtTop = suspectShare.high >= Math.max(mostSuspects, timesAtTop * suspectShare.low);
  if (isAtTop) add('mount_higher', { share: suspectShare.high, above_percent: nearSensor });
  if (suspectShare.low >= mostSuspects) add('dirty_sensor', { share: suspectShare.low });
  if (step && step.percent >= coarsest) add('coarse_steps', step);
  if (drift) add('shade_sensor', { percent_per_degree: drift.percent, cm_per_degree: drift.cm });
  return advice;
}

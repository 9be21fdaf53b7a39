import { hourMs } from '../../kit/time/units.ts';

/** Share of the time that is spent in the usual pause of a sensor, or in longer ones. */
const shareOfLonger = 0.25;
/** Usual pauses up to which a silence is of the sensor's own rhythm. */
const times = 3;
/** Hours of the longest silence that is: of a board that reports once a day, and six. */
export const mostOwnPause = 30;

/**
 * Hours of the longest pause that is of a sensor's own rhythm, by the hours in which it was heard: one that sends
 * seldom, or on change alone, is silent while nothing is wrong, and its next reading tells what was used meanwhile.
 * @param hours starts of hours, epoch milliseconds, in their order.
 * @returns 0 for a sensor that is heard each hour, whose pauses are failures.
 */
export function longestOwnPause(hours: readonly { hour: number }[]): number {
  const pauses = hours
    .slice(1)
    .map(({ hour }, at) => (hour - (hours[at]?.hour ?? hour)) / hourMs)
    .filter((pause) => pause <= mostOwnPause)
    .sort((a, b) => b - a);
  let left = shareOfLonger * pauses.reduce((sum, pause) => sum + pause, 0);
  for (const pause of pauses) {
    left -= pause;
    if (left < 0) return pause > 1 ? Math.min(mostOwnPause, times * pause) : 0;
  }
  return 0;
}

/** A stretch of the calendar of UTC; weeks begin on Mondays. */
export type UtcSpan = 'month' | 'week' | 'day';

/** Start of the span of UTC that is `count` spans after that of an instant. */
export function spanStart(instant: number, span: UtcSpan, count = 0): number {
  const date = new Date(instant);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (span) {
    case 'month':
      return Date.UTC(year, month + count);
    case 'week':
      return Date.UTC(year, month, day - ((date.getUTCDay() + 6) % 7) + 7 * count);
    case 'day':
      return Date.UTC(year, month, day + count);
  }
}

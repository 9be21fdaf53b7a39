/** The 10 %, 50 % and 90 % quantiles of something. */
export type Range = { low: number; middle: number; high: number };

export function mapRange({ low, middle, high }: Range, change: (value: number) => number): Range {
  return { low: change(low), middle: change(middle), high: change(high) };
}

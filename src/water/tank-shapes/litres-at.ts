/**
 * Litres at a level in percent of a capacity in litres, to six decimals: far below what any sensor tells, and
 * far above the noise of doubles, by which 33.3 % of 1,000 litres would be 332.9999999999999.
 */
export function litresAt(level: number, capacity: number): number {
  return Math.round(capacity * level * 10_000) / 1_000_000;
}

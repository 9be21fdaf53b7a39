/** Rounds to two decimals, halves upwards. */
export function roundTo2(value: number): number {
  return Math.round(value * 100) / 100;
}

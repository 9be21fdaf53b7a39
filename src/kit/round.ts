export function roundTo2(value: number): number {
  return roundTo(value, 2);
}

/** Rounds to some decimals, halves upwards. */
export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}

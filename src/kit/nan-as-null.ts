/** Null travels as NaN where rows are lists of doubles, and comes back here. */
export function nanAsNull(number: number | undefined): number | null {
  return number === undefined || Number.isNaN(number) ? null : number;
}

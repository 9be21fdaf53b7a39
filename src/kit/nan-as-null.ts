/** Null is NaN in rows of doubles; this restores it. */
export function nanAsNull(number: number | undefined): number | null {
  return number === undefined || Number.isNaN(number) ? null : number;
}

import { hourMs } from '../../../kit/time/units.ts';

/** Span of time in epoch milliseconds. */
type Stretch = { begun_at: number; ended_at: number };

/** Greatest time between a receipt and its refill: it may be entered hours later. */
export const mostApartMs = 6 * hourMs;

/**
 * Assigns each receipt to the refill that is nearest in time, the earlier one of two as near. Two tankers in
 * a row may be one refill, so it can have several.
 * @returns the receipts of each refill, and those that have none within `mostApartMs`.
 */
export function matchReceipts<R extends Stretch, T extends { received_at: number }>(
  refills: readonly R[],
  receipts: readonly T[],
): { of: Map<R, T[]>; unmatched: T[] } {
  const of = new Map<R, T[]>();
  const unmatched: T[] = [];
  for (const receipt of receipts) {
    let nearest: R | undefined;
    let least = mostApartMs;
    for (const refill of refills) {
      const apart = distance(refill, receipt.received_at);
      if (apart > least || (nearest && apart === least)) continue;
      nearest = refill;
      least = apart;
    }
    if (!nearest) unmatched.push(receipt);
    else of.set(nearest, [...(of.get(nearest) ?? []), receipt]);
  }
  return { of, unmatched };
}

export function distance({ begun_at, ended_at }: Stretch, instant: number): number {
  return Math.max(0, begun_at - instant, instant - ended_at);
}

/**
 * Compares the litres of a refill with those paid for: difference in litres, and as a share of the latter.
 */
export function compareWithReceipts(
  litres: number | null,
  receipts: readonly { litres: number }[],
): { difference: number; share: number } | undefined {
  if (litres === null || receipts.length === 0) return undefined;
  const paid = receipts.reduce((sum, receipt) => sum + receipt.litres, 0);
  return { difference: litres - paid, share: (litres - paid) / paid };
}

import type { EstimatedRefill } from '../../ledger/ledger-queries.ts';
import { type DecidedSource, decideSource } from './decide-source.ts';
import type { Traces } from './trace-sources.ts';

/**
 * Returns what came in by a refill, in litres and percent of capacity, and what was drawn meanwhile by estimate.
 * Litres are null where the readings had none.
 */
export function amountsOf({ refill, hidden }: EstimatedRefill) {
  const drawnLitres = hidden.reduce((sum, { volume }) => sum + volume, 0);
  const drawnPercent = hidden.reduce((sum, { level }) => sum + level, 0);
  const litres = refill.risen_volume > 0 ? refill.risen_volume + drawnLitres : null;
  return { drawnLitres, drawnPercent, litres, percent: refill.risen_level + drawnPercent };
}

/** Decides the source of a refill by its traces; undefined where nothing tells it. */
export function decideSourceOf(
  estimated: EstimatedRefill,
  traces: Traces,
): DecidedSource | undefined {
  const { refill } = estimated;
  const { litres, percent } = amountsOf(estimated);
  return decideSource({
    stated: traces.stated.get(refill),
    pumpWasOn: traces.pumped.has(refill),
    wasSwitchedOn: traces.switchedOn.has(refill),
    hasReceipt: traces.receipts.has(refill),
    hasPump: traces.hasPump,
    litres,
    percent,
    milliseconds: refill.ended_at - refill.begun_at,
  });
}

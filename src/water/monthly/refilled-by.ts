import type { Database } from '../../db/database.ts';
import { roundTo2 } from '../../kit/round.ts';
import type { RefillSource } from '../insights/refills/decide-source.ts';
import { type NamedSensor, readOpenRefill } from '../insights/refills/list-refills.ts';
import { decideSourceOf } from '../insights/refills/source-of-refill.ts';
import { traceSources } from '../insights/refills/trace-sources.ts';
import type { EstimatedRefill } from '../ledger/ledger-queries.ts';
import type { Unit } from '../reports/usage/usage-day.ts';
import type { Refilled } from './schemas.ts';

/** Time that counts, in epoch milliseconds: `[start, end)`. */
type Time = { start: number; end: number };

/** A refill's source, undefined where nothing tells it, and what came in by it in a time. */
export type SourcedRefill = { source: RefillSource | undefined; amount: Record<Unit, number> };

type Asked = {
  sensor: NamedSensor;
  time: Time;
  /** Those that have ended. */
  refills: readonly EstimatedRefill[];
  /** True where a refill may still run at the end of the time. */
  mayRun: boolean;
  signal: AbortSignal;
};

/** Reads the sources of a sensor's refills, with the one that still runs. */
export async function readSourcedRefills(
  db: Database,
  { sensor, time, refills, mayRun, signal }: Asked,
): Promise<SourcedRefill[]> {
  const open = mayRun ? await readOpenRefill(db, { ...sensor, signal }) : undefined;
  // Nothing that is drawn while it runs counts before it has ended, in the usage as here.
  const all = [...refills, ...(open ? [{ refill: open.refill, hidden: [] }] : [])].filter(
    ({ refill }) => refill.ended_at >= time.start && refill.begun_at < time.end,
  );
  if (all.length === 0) return [];
  const traces = await traceSources(db, {
    sensor,
    refills: all.map(({ refill }) => refill),
    span: { from: time.start, end: time.end },
    signal,
  });
  return all.map((each) => ({
    source: decideSourceOf(each, traces)?.source,
    amount: amountIn(each, time),
  }));
}

/** What came in by a refill in a time: of one that the time cuts, as much as its share of the time. */
function amountIn({ refill, hidden }: EstimatedRefill, { start, end }: Time): Record<Unit, number> {
  const { begun_at, ended_at, risen_level, risen_volume } = refill;
  const length = ended_at - begun_at;
  const within = Math.min(end, ended_at) - Math.max(start, begun_at);
  const share = length > 0 ? Math.max(0, within) / length : Number(begun_at >= start);
  const drawn = hidden.filter(({ from, until }) => {
    const middle = (from + until) / 2;
    return middle >= start && middle < end;
  });
  return {
    percent: risen_level * share + drawn.reduce((sum, { level }) => sum + level, 0),
    litre: risen_volume * share + drawn.reduce((sum, { volume }) => sum + volume, 0),
  };
}

/**
 * Shares out what was refilled among the sources of its refills; the rest is of unknown source.
 * @returns the shares, and by how much known sources come to more than all that was refilled.
 */
export function shareBySource(
  refilled: number,
  refills: readonly SourcedRefill[],
  unit: Unit,
): { by: Refilled; excess: number } {
  const from = (wanted: RefillSource) =>
    roundTo2(
      refills.reduce(
        (sum, { source, amount }) => (source === wanted ? sum + amount[unit] : sum),
        0,
      ),
    );
  const by = { pump: from('pump'), tanker: from('tanker'), mains: from('mains') };
  const rest = roundTo2(refilled - by.pump - by.tanker - by.mains);
  return { by: { ...by, unknown: Math.max(0, rest) }, excess: Math.max(0, -rest) };
}

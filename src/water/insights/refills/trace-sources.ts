import type { Database } from '../../../db/database.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import { findRefills } from '../../ledger/ledger-queries.ts';
import type { RefillRow } from '../../ledger/refill-row.ts';
import type { RefillSource } from './decide-source.ts';
import type { NamedSensor } from './list-refills.ts';
import { distance, matchReceipts, mostApartMs } from './match-receipts.ts';
import {
  findPumpedRefills,
  findReceipts,
  findStatedSources,
  findSwitchedOn,
  hasPump,
  type ReceiptRow,
} from './queries.ts';

export type Traces = {
  stated: Map<RefillRow, RefillSource>;
  pumped: Set<RefillRow>;
  switchedOn: Set<RefillRow>;
  receipts: Map<RefillRow, ReceiptRow[]>;
  hasPump: boolean;
  /** Receipts in the span asked for that belong to no refill. */
  unmatched: ReceiptRow[];
};

/** Time by which a pump may have been switched on before its refill was noticed. */
const pumpLeadMs = 30 * minuteMs;

type Asked = {
  sensor: NamedSensor;
  refills: readonly RefillRow[];
  /** Span of the receipts without a refill: epoch milliseconds of `[from, end)`. */
  span: { from: number; end: number };
  signal: AbortSignal;
};

export async function traceSources(
  db: Database,
  { sensor, refills, span, signal }: Asked,
): Promise<Traces> {
  const from = Math.min(span.from, ...refills.map(({ begun_at }) => begun_at)) - mostApartMs;
  const end = Math.max(span.end, ...refills.map(({ ended_at }) => ended_at)) + mostApartMs;
  const around = { ...sensor, from: from - mostApartMs, end: end + mostApartMs, signal };
  const found = await db.lateRead(
    (late) =>
      Promise.all([
        findSwitchedOn(late, { ...around, sensorName: sensor.name }),
        hasPump(late, { ...sensor, sensorName: sensor.name }),
      ]),
    signal,
  );
  // Read from the writer's database, which has the owner's latest entries.
  const [receipts, stated] = await Promise.all([
    findReceipts(db.longRead, { ...sensor, from, end }),
    findStatedSources(db.longRead, { ...sensor, from, end }),
  ]);
  const pumped = await findPumpedRefills(db, { ...sensor, refills, signal });
  const [switchedOn, hasPumpOfItsOwn] = found;
  const known = receipts.length > 0 ? await withNeighbours(db, around, refills) : refills;
  const { of, unmatched } = matchReceipts(known, receipts);
  return {
    stated: new Map(
      refills.flatMap((refill) => {
        const source = stated.findLast(({ begun_at }) => distance(refill, begun_at) === 0);
        return source ? [[refill, source.source as RefillSource]] : [];
      }),
    ),
    pumped: new Set(refills.filter(({ begun_at }) => pumped.has(begun_at))),
    switchedOn: new Set(
      refills.filter(({ begun_at, ended_at }) =>
        switchedOn.some((at) => at >= begun_at - pumpLeadMs && at <= ended_at),
      ),
    ),
    receipts: of,
    hasPump: hasPumpOfItsOwn,
    unmatched: unmatched.filter(
      ({ received_at }) => received_at >= span.from && received_at < span.end,
    ),
  };
}

/** Adds the neighbouring refills, since a receipt may belong to one on another page. */
async function withNeighbours(
  db: Database,
  around: NamedSensor & { from: number; end: number; signal: AbortSignal },
  refills: readonly RefillRow[],
): Promise<RefillRow[]> {
  const own = new Set(refills.map(({ begun_at }) => begun_at));
  const neighbours = await findRefills(db, around);
  return [...refills, ...neighbours.filter(({ begun_at }) => !own.has(begun_at))];
}

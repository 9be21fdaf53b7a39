import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Db } from '../../../db/db.ts';
import { readingFields } from '../../../db/tables/reading-fields.ts';
import type { RefillSourcesTable, TankerReceiptsTable } from '../../../db/tables/tank-tables.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import { devicesSeenBy } from '../../access.ts';
import type { RefillRow } from '../../ledger/refill-row.ts';
import { readReadings } from '../../readings/read-readings.ts';
import type { RefillSource } from './decide-source.ts';

export type ReceiptRow = Selectable<TankerReceiptsTable>;
export type StatedSourceRow = Selectable<RefillSourcesTable>;

type Sensor = { deviceId: number; sensorNo: number };
type Span = { from: number; end: number };

/** Finds the newest refills of a sensor that overlap a span of time, newest first. */
export async function findNewestRefills(
  db: Db,
  { deviceId, sensorNo, from, end, limit }: Sensor & Span & { limit: number },
): Promise<RefillRow[]> {
  return await db
    .selectFrom('refills')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('sensor_no', '=', sensorNo)
    // A refill is stored under the hour in which its end was known, or a later one.
    .where('hour', '>=', hourOf(from))
    .where('ended_at', '>=', from)
    .where('begun_at', '<', end)
    .orderBy('hour', 'desc')
    .orderBy('begun_at', 'desc')
    .limit(limit)
    .execute();
}

/** Finds the begins of those refills during which a reading says that the pump was on. */
export async function findPumpedRefills(
  db: Database,
  { refills, ...sensor }: Sensor & { refills: readonly RefillRow[]; signal: AbortSignal },
): Promise<Set<number>> {
  const pumped = new Set<number>();
  for (const { begun_at, ended_at } of refills) {
    const asked = { ...sensor, from: begun_at, end: ended_at + 1 };
    for await (const page of readReadings(db, asked, ['recorded_at', 'pump'])) {
      if (!page.some(({ pump }) => pump === readingFields.pump.words.on)) continue;
      pumped.add(begun_at);
      break;
    }
  }
  return pumped;
}

export async function hasPump(
  db: Db,
  { deviceId, sensorName }: { deviceId: number; sensorName: string },
): Promise<boolean> {
  const reported = await db
    .selectFrom('sensors')
    .select('sensor_no')
    .where('device_id', '=', deviceId)
    .where('name', '=', sensorName)
    .where('pump', 'is not', null)
    .executeTakeFirst();
  if (reported) return true;
  const command = await db
    .selectFrom('pump_commands')
    .select('id')
    .where('device_id', '=', deviceId)
    .where('sensor_name', '=', sensorName)
    .where('status', '=', 'executed')
    .limit(1)
    .executeTakeFirst();
  return command !== undefined;
}

/** Finds the instants in `[from, end)` at which `on` commands for a sensor were executed. */
export async function findSwitchedOn(
  db: Db,
  { deviceId, sensorName, from, end }: { deviceId: number; sensorName: string } & Span,
): Promise<number[]> {
  const at = sql<number>`coalesce(acknowledged_at, delivered_at, created_at)`;
  const rows = await db
    .selectFrom('pump_commands')
    .select(at.as('at'))
    .where('device_id', '=', deviceId)
    .where('sensor_name', '=', sensorName)
    .where('command', '=', 'on')
    .where('status', '=', 'executed')
    .where(at, '>=', from)
    .where(at, '<', end)
    .execute();
  return rows.map((row) => row.at);
}

export async function findReceipts(
  db: Db,
  { deviceId, sensorNo, from, end }: Sensor & Span,
): Promise<ReceiptRow[]> {
  return await db
    .selectFrom('tanker_receipts')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('sensor_no', '=', sensorNo)
    .where('received_at', '>=', from)
    .where('received_at', '<', end)
    .orderBy('received_at')
    .orderBy('id')
    .execute();
}

export async function insertReceipt(
  db: Db,
  receipt: Insertable<TankerReceiptsTable>,
): Promise<ReceiptRow> {
  return await db
    .insertInto('tanker_receipts')
    .values(receipt)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Finds a receipt that says the same. */
export async function findSameReceipt(
  db: Db,
  receipt: Omit<ReceiptRow, 'id' | 'created_at'>,
): Promise<ReceiptRow | undefined> {
  const { device_id, sensor_no, received_at, litres, supplier, price } = receipt;
  return await db
    .selectFrom('tanker_receipts')
    .selectAll()
    .where('device_id', '=', device_id)
    .where('sensor_no', '=', sensor_no)
    .where('received_at', '=', received_at)
    .where('litres', '=', litres)
    .where('supplier', supplier === null ? 'is' : '=', supplier)
    .where('price', price === null ? 'is' : '=', price)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Finds the device of a receipt, if the person may see it, with the person's role there. */
export async function findReceiptSeenBy(db: Db, userId: number, id: number) {
  return await devicesSeenBy(db, { userId })
    .innerJoin('tanker_receipts as r', 'r.device_id', 'd.id')
    .select(['r.id', 'r.device_id', 'p.role'])
    .where('r.id', '=', id)
    .executeTakeFirst();
}

/** @returns true if it still existed. */
export async function deleteReceipt(
  db: Db,
  { device_id, id }: Pick<ReceiptRow, 'device_id' | 'id'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('tanker_receipts')
    .where('device_id', '=', device_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function findStatedSources(
  db: Db,
  { deviceId, sensorNo, from, end }: Sensor & Span,
): Promise<StatedSourceRow[]> {
  return await db
    .selectFrom('refill_sources')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('sensor_no', '=', sensorNo)
    .where('begun_at', '>=', from)
    .where('begun_at', '<', end)
    .orderBy('begun_at')
    .execute();
}

type RefillKey = { device_id: number; sensor_no: number; begun_at: number };

/** Stores the source that the owner states for a refill; null deletes it. */
export async function saveStatedSource(
  db: Db,
  key: RefillKey,
  source: RefillSource | null,
): Promise<void> {
  if (source === null) {
    await db
      .deleteFrom('refill_sources')
      .where('device_id', '=', key.device_id)
      .where('sensor_no', '=', key.sensor_no)
      .where('begun_at', '=', key.begun_at)
      .execute();
    return;
  }
  await db
    .insertInto('refill_sources')
    .values({ ...key, source })
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'sensor_no', 'begun_at']).doUpdateSet({ source }),
    )
    .execute();
}

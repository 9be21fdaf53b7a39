import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceArrivalsTable } from '../../../db/tables/device-tables.ts';
import { hourMs } from '../../../kit/time/units.ts';
import type { Arrival } from '../../live-publisher.ts';

/**
 * Stores by which doors readings of devices have come: the first one, and the newest, give or take an hour.
 * @param arrivals in the order of devices and doors, so that two processes do not wait for each other.
 */
export async function saveArrivals(db: Db, arrivals: readonly Arrival[]): Promise<void> {
  const rows = arrivals.map(({ deviceId, door, at }) => ({
    device_id: deviceId,
    door,
    first_at: at,
    last_at: at,
  }));
  await db
    .insertInto('device_arrivals')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['device_id', 'door'])
        .doUpdateSet((eb) => ({ last_at: eb.ref('excluded.last_at') }))
        .where(sql<boolean>`device_arrivals.last_at <= excluded.last_at - ${sql.lit(hourMs)}`),
    )
    .execute();
}

/** Finds the doors by which readings of a device have come, in the order in which they first did. */
export async function findArrivals(
  db: Db,
  deviceId: number,
): Promise<Selectable<DeviceArrivalsTable>[]> {
  return await db
    .selectFrom('device_arrivals')
    .selectAll()
    .where('device_id', '=', deviceId)
    .orderBy('first_at')
    .orderBy('door')
    .execute();
}

import type { Database } from '../../../src/db/database.ts';

/** Tables that the recorder writes for a device. */
const tables = ['sensors', 'readings', 'hourly_rollups', 'refills', 'device_status'] as const;

/**
 * Gives a device that has sent nothing yet the readings of another one, and what followed from them, as
 * if it had pushed the same: to push them once more would take as long again.
 */
export async function copyReadings(db: Database, from: string, to: string): Promise<void> {
  const device_id = Number(to);
  await db.write.transaction().execute(async (trx) => {
    for (const table of tables) {
      const rows = await trx
        .selectFrom(table)
        .selectAll()
        .where('device_id', '=', Number(from))
        .execute();
      await trx.deleteFrom(table).where('device_id', '=', device_id).execute();
      const copies = rows.map((row) => ({ ...row, device_id }));
      if (copies.length > 0) await trx.insertInto(table).values(copies).execute();
    }
  });
}

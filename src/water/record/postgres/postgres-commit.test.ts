import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertDerivedRowsFit } from '../../../../test/helpers/database/check-stored.ts';
import { postgresTarget } from '../../../../test/helpers/database/migrated-storage.ts';
import { newReading } from '../../../../test/helpers/database/new-reading.ts';
import { newRecorder } from '../../../../test/helpers/database/new-recorder.ts';
import { makePostgresDatabase } from '../../../../test/helpers/database/postgres.ts';
import { readStoredOf } from '../../../../test/helpers/database/stored-readings.ts';
import { untilSomebodyWaits } from '../../../../test/helpers/database/until-somebody-waits.ts';
import { until } from '../../../../test/helpers/until.ts';
import type { Database } from '../../../db/database.ts';
import type { Db } from '../../../db/db.ts';
import { migrate } from '../../../db/migrate.ts';
import { openDatabase } from '../../../db/open-database.ts';
import { databaseModules } from '../../index.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const monthStart = Date.parse('2026-11-01T00:00:00Z');
const monthEnd = Date.parse('2026-12-01T00:00:00Z');

/** One PostgreSQL always, also where other tests run on a cluster: what batches wait for is locked here. */
describe('a batch that met somebody else', () => {
  let db: Database;
  let drop: () => Promise<void>;
  let devices = 0;

  before(async () => {
    const made = await makePostgresDatabase();
    db = await openDatabase(postgresTarget(made.url), databaseModules);
    drop = made.drop;
    await migrate(db);
  });
  after(async () => {
    await db.close();
    await drop();
  });

  const addDevice = async () => {
    const device_id = ++devices;
    await db.write.insertInto('device_status').values({ device_id }).execute();
    return device_id;
  };
  const levelsOf = async (device: number) => {
    const stored = await readStoredOf(db, device);
    assertDerivedRowsFit(stored);
    return stored.readings.map(({ level }) => level);
  };

  /** A transaction that a batch waits for, and which then asks for what the batch holds. */
  const meet = (record: () => Promise<unknown>) =>
    db.transaction(async (trx) => {
      // So that it is the batch that PostgreSQL ends, whose server looks after a second.
      await sql`set local deadlock_timeout = '60s'`.execute(trx);
      await sql`lock table readings in share mode`.execute(trx);
      const recorded = record();
      // It is awaited below, and fails the test there.
      recorded.catch(() => {});
      await untilSomebodyWaits(db);
      // A lock of the table: for it PostgreSQL has those wait who came later, as the batch's next try does.
      await sql`lock table device_status in exclusive mode`.execute(trx);
      return { recorded };
    });

  for (const isRemembered of [false, true]) {
    const what = isRemembered ? 'is remembered' : 'was looked up';
    it(`is stored once where its device ${what} and a deadlock ended it`, async () => {
      const device = await addDevice();
      const recorder = newRecorder(db, now);
      const record = (recordedAt: number, level: number) =>
        recorder.record(newReading(device, { recordedAt, level }));
      if (isRemembered) await record(now - 2000, 40);
      const before = await deadlocks(db.read);
      const { recorded } = await meet(() => record(now - 1000, 50));
      await recorded;
      await record(now, 60);
      assert.deepEqual(await levelsOf(device), isRemembered ? [40, 50, 60] : [50, 60]);
      await until(async () => (await deadlocks(db.read)) !== before);
    });
  }

  for (const isRemembered of [false, true]) {
    const what = isRemembered ? 'is remembered' : 'was looked up';
    it(`knows a reading again that its sensor does not tell of, where its device ${what}`, async () => {
      const device = await addDevice();
      const recordedAt = now - 1000;
      const first = await newRecorder(db, now).record(
        newReading(device, { recordedAt: now - 2000 }),
      );
      const recorder = newRecorder(db, now);
      if (isRemembered) await recorder.record(newReading(device, { recordedAt: now - 1500 }));
      const { sensor_name: _name, pending_commands: _pending, ...row } = first;
      const stored = { ...row, recorded_at: recordedAt, level: 70 };
      await db.write.insertInto('readings').values(stored).execute();
      const again = await recorder.record(newReading(device, { recordedAt, level: 20 }));
      assert.equal(again.level, 70);
      assert.equal((await readStoredOf(db, device)).readings.length, isRemembered ? 3 : 2);
    });
  }

  for (const isRemembered of [false, true]) {
    const what = isRemembered ? 'is remembered' : 'was looked up';
    it(`is stored where its device ${what} and its part was made on the reading's way to the default one`, async () => {
      const device = await addDevice();
      const recorder = newRecorder(db, now);
      const record = (recordedAt: number, level: number) =>
        recorder.record(newReading(device, { recordedAt, level }));
      const bounds = `from (${monthStart}) to (${monthEnd})`;
      const part = isRemembered ? 'november_again' : 'november';
      await sql`create table ${sql.table(part)}
        (like readings including defaults including constraints)`.execute(db.write);
      if (isRemembered) await record(now - 2000, 40);
      // Nothing may stand in the default part that the new one is for.
      await sql`delete from readings`.execute(db.write);
      const { recorded } = await db.transaction(async (trx) => {
        await sql`alter table readings attach partition ${sql.table(part)} for values ${sql.raw(bounds)}`.execute(
          trx,
        );
        const recorded = record(now - 1000, 50);
        recorded.catch(() => {});
        await untilSomebodyWaits(db);
        return { recorded };
      });
      assert.equal((await recorded).level, 50);
      const { rows } = await sql<{ part: string }>`
        select tableoid::regclass::text as part from readings where device_id = ${device}`.execute(
        db.read,
      );
      assert.deepEqual(rows, [{ part }]);
      await sql`alter table readings detach partition ${sql.table(part)}`.execute(db.write);
    });
  }
});

/** Deadlocks that PostgreSQL has ended in this database, as far as its statistics have come. */
async function deadlocks(read: Db): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(read);
  return rows[0]?.deadlocks ?? 0;
}

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { assertDerivedRowsFit } from '../../../test/helpers/database/check-stored.ts';
import { newReading } from '../../../test/helpers/database/new-reading.ts';
import { newRecorder } from '../../../test/helpers/database/new-recorder.ts';
import { readStoredOf } from '../../../test/helpers/database/stored-readings.ts';
import {
  openSpreadDatabase,
  openTestDatabase,
} from '../../../test/helpers/database/test-database.ts';
import { howMany } from '../../../test/helpers/whole-suite.ts';
import type { Database } from '../../db/database.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

const databases = [
  { name: 'one PostgreSQL', open: () => openTestDatabase('postgres') },
  { name: 'what Citus has spread', open: () => openSpreadDatabase() },
];

for (const { name, open } of databases) {
  describe(`recorders on ${name}`, () => {
    let db: Database;
    let close: () => Promise<void>;
    let devices = 0;

    before(async () => {
      ({ db, close } = await open());
    });
    after(() => close());

    const addDevices = async (count: number): Promise<number[]> => {
      const ids = Array.from({ length: count }, () => ++devices);
      await db.write
        .insertInto('device_status')
        .values(ids.map((device_id) => ({ device_id })))
        .execute();
      return ids;
    };

    const stored = (device: number) => readStoredOf(db, device);

    it('hold: whatever several of them write of the same devices at once, nothing is lost, twice or stuck', async () => {
      const push = fc.record({
        device: fc.nat(3),
        sensorName: fc.constantFrom('roof', 'ground'),
        minute: fc.option(fc.integer({ min: -300, max: 0 })),
        level: fc.integer({ min: 0, max: 100 }),
        recorder: fc.nat(2),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(push, { minLength: 1, maxLength: 120 }), async (pushes) => {
          const ids = await addDevices(4);
          const recorders = [newRecorder(db, now), newRecorder(db, now), newRecorder(db, now)];
          const recorded = await Promise.all(
            pushes.map(({ device, sensorName, minute, level, recorder }) =>
              recorders[recorder]?.record(
                newReading(ids[device] ?? 0, {
                  sensorName,
                  level,
                  recordedAt: minute === null ? null : now + minute * 60_000,
                }),
              ),
            ),
          );
          const all = await Promise.all(ids.map(stored));
          for (const each of all) assertDerivedRowsFit(each);
          const known = new Map(
            all.flatMap(({ readings }) => readings.map((row) => [keyOf(row), row.level])),
          );
          for (const row of recorded) assert.equal(row && known.get(keyOf(row)), row?.level);
          const answered = new Set(recorded.map((row) => row && keyOf(row)));
          assert.equal(known.size, answered.size);
        }),
        { numRuns: howMany(8, 25) },
      );
    });

    it('ask again where the latest row of a sensor is older than its readings', async () => {
      const [device = 0] = await addDevices(1);
      const recorder = newRecorder(db, now);
      const first = await recorder.record(
        newReading(device, { recordedAt: now - 1000, level: 40 }),
      );
      await db.write
        .updateTable('sensors')
        .set({ recorded_at: now - 5000 })
        .where('device_id', '=', device)
        .execute();
      const other = newRecorder(db, now);
      const again = await Promise.all([
        other.record(newReading(device, { recordedAt: now - 1000, level: 70 })),
        other.record(newReading(device, { recordedAt: now, level: 50 })),
      ]);
      assert.deepEqual(again[0], { ...first, isRepeated: true, isOther: true });
      assert.deepEqual(
        (await stored(device)).readings.map(({ level }) => level),
        [40, 50],
      );
    });

    it('store all others of a batch in which many rows are at fault', async () => {
      const ids = await addDevices(30);
      const recorder = newRecorder(db, now);
      const isAtFault = (index: number) => index % 7 === 3;
      const results = await Promise.allSettled(
        ids.map((device, index) =>
          recorder.record(newReading(device, { level: isAtFault(index) ? Number.NaN : index })),
        ),
      );
      results.forEach(({ status }, index) => {
        assert.equal(status, isAtFault(index) ? 'rejected' : 'fulfilled');
      });
      const counts = await Promise.all(ids.map(async (id) => (await stored(id)).readings.length));
      assert.deepEqual(
        counts,
        ids.map((_, index) => (isAtFault(index) ? 0 : 1)),
      );
    });
  });
}

describe('batches', () => {
  /** The devices of the transactions in which the readings of some were stored at once. */
  const devicesOfTransactions = async (db: Database) => {
    const ids = Array.from({ length: 40 }, (_, index) => (index + 1) * 16);
    await db.write
      .insertInto('device_status')
      .values(ids.map((device_id) => ({ device_id })))
      .execute();
    const recorder = newRecorder(db, now);
    await Promise.all(ids.map((id) => recorder.record(newReading(id, { level: 1 }))));
    const { rows } = await sql<{ devices: string }>`
      select string_agg(device_id::text, ' ') as devices from readings group by xmin::text`.execute(
      db.read,
    );
    return rows.map(({ devices }) => devices.split(' ').map(Number));
  };

  it('are of any devices on PostgreSQL, and of one shard each where Citus has the readings', async () => {
    const [plain, spread] = await Promise.all([openTestDatabase('postgres'), openSpreadDatabase()]);
    assert.deepEqual([plain.db.isSpread, spread.db.isSpread], [false, true]);
    assert.equal((await devicesOfTransactions(plain.db)).length, 1);
    const batches = await devicesOfTransactions(spread.db);
    const shardsOf = (devices: number[]) =>
      new Set(devices.map((id) => spread.db.partitions?.of(id).shard?.id));
    assert.deepEqual(
      batches.map((devices) => shardsOf(devices).size),
      [1, 1, 1, 1],
    );
    await Promise.all([plain.close(), spread.close()]);
  });
});

function keyOf({
  device_id,
  sensor_no,
  recorded_at,
}: Record<'device_id' | 'sensor_no' | 'recorded_at', number>) {
  return `${device_id}/${sensor_no}/${recorded_at}`;
}

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { countTrips } from '../../../../test/helpers/database/count-trips.ts';
import { newReading } from '../../../../test/helpers/database/new-reading.ts';
import { newRecorder } from '../../../../test/helpers/database/new-recorder.ts';
import { openTestDatabase } from '../../../../test/helpers/database/test-database.ts';
import { untilSomebodyWaits } from '../../../../test/helpers/database/until-somebody-waits.ts';
import type { Database } from '../../../db/database.ts';
import { lockDevice } from '../../devices/queries.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('batches of remembered devices', () => {
  let db: Database;
  let close: () => Promise<void>;
  let devices = 0;
  let trips: number[];

  before(async () => {
    ({ db, close } = await openTestDatabase('postgres'));
    const { partitions } = db;
    assert.ok(partitions);
    ({ trips, partitions: db.partitions } = countTrips(partitions));
  });
  after(() => close());

  /** Those since the last look. */
  const takeTrips = () => trips.splice(0);
  const addDevice = async (): Promise<number> => {
    devices += 1;
    await db.write.insertInto('device_status').values({ device_id: devices }).execute();
    return devices;
  };
  /** As `saveConfig`, without its owner. */
  const setHigh = async (device_id: number, high_threshold: number) =>
    db.transaction(async (db) => {
      await lockDevice(db, device_id);
      await db.deleteFrom('sensor_configs').where('device_id', '=', device_id).execute();
      const config = { device_id, sensor_name: 'main', capacity: 100, high_threshold };
      const times = { created_at: now, updated_at: now };
      await db
        .insertInto('sensor_configs')
        .values({ ...config, low_threshold: 0, ...times })
        .execute();
    });

  it('take one round trip and their commit, after more for the first', async () => {
    const device = await addDevice();
    const recorder = newRecorder(db, now);
    takeTrips();
    for (const second of [1, 2, 3]) {
      await recorder.record(newReading(device, { recordedAt: now + second * 1000 }));
    }
    // The first asks for the device, for its room, for the sensor that it makes, for commands, and commits.
    assert.deepEqual(takeTrips(), [5, 2, 2]);
    await recorder.record(newReading(device, { sensorName: 'other' }));
    await recorder.record(newReading(device, { recordedAt: now + 4000 }));
    assert.deepEqual(takeTrips(), [5, 2]);
  });

  it('hold devices that were only seen, and know them afterwards', async () => {
    const device = await addDevice();
    const recorder = newRecorder(db, now);
    await recorder.record(newReading(device, { recordedAt: now - 1000 }));
    await db.write
      .updateTable('device_status')
      .set({ last_seen_at: 5 })
      .where('device_id', '=', device)
      .execute();
    takeTrips();
    await recorder.markSeen(device);
    // Outdated by what was written behind its back, and then looked up.
    assert.deepEqual(takeTrips(), [1, 3]);
    for (const second of [0, 1]) {
      await recorder.record(newReading(device, { recordedAt: now + second * 1000 }));
    }
    assert.deepEqual(takeTrips(), [3, 2]);
    await recorder.markSeen(device);
    await recorder.record(newReading(device, { recordedAt: now + 2000 }));
    assert.deepEqual(takeTrips(), [2, 2]);
    const { last_seen_at } = await db.read
      .selectFrom('device_status')
      .select('last_seen_at')
      .where('device_id', '=', device)
      .executeTakeFirstOrThrow();
    assert.equal(last_seen_at, now);
  });

  it('hold their devices before they ask', async () => {
    const device = await addDevice();
    const recorder = newRecorder(db, now);
    await recorder.record(newReading(device, { recordedAt: now }));
    takeTrips();
    // Late, so that only the table tells whether it is new.
    await recorder.record(newReading(device, { recordedAt: now - 7_200_000 }));
    await lockDevice(db.write, device);
    assert.ok((takeTrips()[0] ?? 0) > 1);
    await recorder.record(newReading(device, { recordedAt: now - 7_100_000 }));
    assert.equal(takeTrips().length, 2);
  });

  it('look again where somebody else held a device since, and only then', async () => {
    const device = await addDevice();
    const recorder = newRecorder(db, now);
    let recordedAt = now;
    const record = async (level: number) => {
      recordedAt += 1000;
      return (await recorder.record(newReading(device, { level, recordedAt }))).status;
    };
    const [normal, high] = [await record(80), 1];
    takeTrips();
    await setHigh(device, 70);
    assert.equal(await record(80), high);
    // What was outdated, and then a look, the incident, and the end.
    assert.deepEqual(takeTrips(), [1, 4]);
    await setHigh(device, 90);
    assert.equal(await record(80), normal);
    await record(80);
    // The same for the incident that is over.
    assert.deepEqual(takeTrips(), [4, 2]);
  });

  it('wait for whoever holds their devices, and see what was written meanwhile', async () => {
    const device = await addDevice();
    const recorder = newRecorder(db, now);
    await recorder.record(newReading(device, { recordedAt: now - 7_200_000, level: 80 }));
    let late: Promise<{ status: number }> | undefined;
    await db.transaction(async (trx) => {
      await lockDevice(trx, device);
      late = recorder.record(newReading(device, { recordedAt: now, level: 80 }));
      await untilSomebodyWaits(db);
      const config = { device_id: device, sensor_name: 'main', capacity: 100, high_threshold: 70 };
      const times = { created_at: now, updated_at: now };
      await trx
        .insertInto('sensor_configs')
        .values({ ...config, low_threshold: 0, ...times })
        .execute();
    });
    assert.equal((await late)?.status, 1);
  });

  it('know each change of a device, whoever made it', async () => {
    const step = fc.oneof(
      fc.record({
        recorder: fc.nat(1),
        device: fc.nat(1),
        level: fc.integer({ min: 0, max: 100 }),
      }),
      fc.record({ device: fc.nat(1), high: fc.integer({ min: 1, max: 99 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const ids = [await addDevice(), await addDevice()];
        let time = now;
        const recorders = [newRecorder(db, () => time), newRecorder(db, () => time)];
        const highs = [90, 90];
        const lows = [20, 20];
        for (const step of steps) {
          // Two within a millisecond are no retry.
          time += 10;
          const device = ids[step.device] ?? 0;
          if ('high' in step) {
            await setHigh(device, step.high);
            highs[step.device] = step.high;
            lows[step.device] = 0;
            continue;
          }
          const recorded = await recorders[step.recorder]?.record(
            newReading(device, { level: step.level }),
          );
          const isNormal =
            step.level < (highs[step.device] ?? 0) && step.level > (lows[step.device] ?? 0);
          assert.equal(recorded?.status === 0, isNormal);
        }
        for (const [index, id] of ids.entries()) {
          // All come within seconds, so the same level again is a retry, unless the capacity became known.
          let isSized = false;
          let before: string | undefined;
          let expected = 0;
          for (const step of steps) {
            if (step.device !== index) continue;
            if ('high' in step) isSized = true;
            else {
              const told = `${step.level} ${isSized}`;
              if (told !== before) expected += 1;
              before = told;
            }
          }
          const { count } = await db.read
            .selectFrom('readings')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('device_id', '=', id)
            .executeTakeFirstOrThrow();
          assert.equal(count, expected);
        }
      }),
      {
        numRuns: 20,
        examples: [
          [[0, 37, 37].map((level) => ({ recorder: 0, device: 0, level }))],
          [
            [
              { recorder: 0, device: 0, level: 37 },
              { device: 0, high: 1 },
              { recorder: 0, device: 0, level: 37 },
              { device: 0, high: 2 },
              { recorder: 0, device: 0, level: 37 },
            ],
          ],
        ],
      },
    );
  });

  it('are refused, and stored by the next try, where a device is gone', async () => {
    const [kept, gone] = [await addDevice(), await addDevice()];
    const recorder = newRecorder(db, now);
    await Promise.all([kept, gone].map((id) => recorder.record(newReading(id, {}))));
    await db.write.deleteFrom('device_status').where('device_id', '=', gone).execute();
    const results = await Promise.allSettled(
      [kept, gone].map((id) => recorder.record(newReading(id, { level: 60 }))),
    );
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected'],
    );
  });
});

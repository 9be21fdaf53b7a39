import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { newReading } from '../../../../test/helpers/new-reading.ts';
import { newRecorder } from '../../../../test/helpers/new-recorder.ts';
import { openTestDatabase } from '../../../../test/helpers/test-database.ts';
import type { Database } from '../../../db/database.ts';
import { lockDevice } from '../../devices/queries.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('batches on PostgreSQL', () => {
  let db: Database;
  let close: () => Promise<void>;
  let devices = 0;
  before(async () => {
    ({ db, close } = await openTestDatabase('postgres'));
  });
  after(() => close());

  const addDevice = async (): Promise<number> => {
    devices += 1;
    await db.write.insertInto('device_status').values({ device_id: devices }).execute();
    return devices;
  };
  /** Until a batch waits for a row that somebody else holds. */
  const untilSomebodyWaits = async () => {
    for (;;) {
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(db.read);
      if (rows.length > 0) return;
    }
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

  it('hold devices that were only seen, whatever was known of them', async () => {
    const device = await addDevice();
    const recorder = newRecorder(db, now);
    await recorder.record(newReading(device, { recordedAt: now - 1000 }));
    await db.write
      .updateTable('device_status')
      .set({ last_seen_at: 5 })
      .where('device_id', '=', device)
      .execute();
    await recorder.markSeen(device);
    const { last_seen_at } = await db.read
      .selectFrom('device_status')
      .select('last_seen_at')
      .where('device_id', '=', device)
      .executeTakeFirstOrThrow();
    assert.equal(last_seen_at, now);
  });

  it('see at once what somebody else changed of a device', async () => {
    const device = await addDevice();
    const recorder = newRecorder(db, now);
    let recordedAt = now;
    const record = async (level: number) => {
      recordedAt += 1000;
      return (await recorder.record(newReading(device, { level, recordedAt }))).status;
    };
    const [normal, high] = [await record(80), 1];
    await setHigh(device, 70);
    assert.equal(await record(80), high);
    await setHigh(device, 90);
    assert.equal(await record(80), normal);
    assert.equal(await record(80), normal);
  });

  it('wait for whoever holds their devices, and see what was written meanwhile', async () => {
    const device = await addDevice();
    const recorder = newRecorder(db, now);
    await recorder.record(newReading(device, { recordedAt: now - 7_200_000, level: 80 }));
    let late: Promise<{ status: number }> | undefined;
    await db.transaction(async (trx) => {
      await lockDevice(trx, device);
      late = recorder.record(newReading(device, { recordedAt: now, level: 80 }));
      await untilSomebodyWaits();
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
        const recorders = [newRecorder(db, now), newRecorder(db, now)];
        const highs = [90, 90];
        const lows = [20, 20];
        for (const step of steps) {
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
          const pushed = steps.filter((step) => 'level' in step && step.device === index).length;
          const { count } = await db.read
            .selectFrom('readings')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('device_id', '=', id)
            .executeTakeFirstOrThrow();
          assert.equal(count, pushed);
        }
      }),
      { numRuns: 20 },
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

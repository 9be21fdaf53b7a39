import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import pino from 'pino';
import { assertDerivedRowsFit } from '../../../../test/helpers/database/check-stored.ts';
import { newReading } from '../../../../test/helpers/database/new-reading.ts';
import { newRecorder } from '../../../../test/helpers/database/new-recorder.ts';
import { readStoredOf } from '../../../../test/helpers/database/stored-readings.ts';
import { openTestDatabase } from '../../../../test/helpers/database/test-database.ts';
import { untilSomebodyWaits } from '../../../../test/helpers/database/until-somebody-waits.ts';
import { howMany } from '../../../../test/helpers/whole-suite.ts';
import type { Database } from '../../../db/database.ts';
import { dayMs, hourMs, minuteMs } from '../../../kit/time/units.ts';
import { lockDevice } from '../../devices/queries.ts';
import { recomputeLedger } from '../rollups/recompute-ledger.ts';
import { createRollupShelving } from './shelve-rollups.ts';

const start = Date.parse('2026-11-01T00:00:00Z');
const unstopped = new AbortController().signal;

type Course = { minute: number; level: number }[];

describe('the shelves of hourly rollups', () => {
  let db: Database;
  let reference: Database;
  const closes: (() => Promise<void>)[] = [];
  let devices = 0;

  before(async () => {
    const opened = [
      await openTestDatabase('postgres'),
      await openTestDatabase('postgres'),
    ] as const;
    db = opened[0].db;
    reference = opened[1].db;
    closes.push(...opened.map(({ close }) => close));
  });
  after(async () => {
    for (const close of closes) await close();
  });

  const addDevice = async (): Promise<number> => {
    const device_id = ++devices;
    for (const each of [db, reference]) {
      await each.write.insertInto('device_status').values({ device_id }).execute();
    }
    return device_id;
  };
  const record = async (into: Database, device: number, course: Course) => {
    const recorder = newRecorder(into, start + 40 * dayMs);
    for (const { minute, level } of course) {
      const recordedAt = start + minute * minuteMs;
      await recorder.record(newReading(device, { recordedAt, level, volume: level * 10 }));
    }
  };
  const shelve = async (day: number, signal = unstopped) => {
    const clock = () => start + day * dayMs + hourMs;
    const log = pino({ level: 'silent' });
    await createRollupShelving({ db, clock, log })(signal);
  };
  /** Rollups of a device by shelf, as `shelf: day day …`. */
  const daysOn = async (device: number) => {
    const { rows } = await sql<{ shelf: number; hour: number }>`
      select shelf, hour from hourly_rollups where device_id = ${device}
      order by hour`.execute(db.read);
    const days = (shelf: number) =>
      rows
        .filter((row) => row.shelf === shelf)
        .map(({ hour }) => Math.floor((hour - start) / dayMs));
    return [0, 1, 2].map((shelf) => [...new Set(days(shelf))]);
  };
  const everyHours = (days: number): Course =>
    Array.from({ length: days * 6 }, (_, index) => ({ minute: index * 240, level: index % 90 }));
  /** The day after `start` on which it is the turn of a device. */
  const turnOf = (device: number) => (((device - start / dayMs) % 10) + 10) % 10;

  it('take finished days up to the latest reading, and all of them when it is the turn of the device', async () => {
    const device = await addDevice();
    await record(db, device, everyHours(4));
    const turn = turnOf(device);
    await shelve(turn + 9);
    assert.deepEqual(await daysOn(device), [[3], [0, 1, 2], []]);
    await shelve(turn + 10);
    assert.deepEqual(await daysOn(device), [[3], [], [0, 1, 2]]);
  });

  it('leave the day that is not over, and one that has just ended', async () => {
    const device = await addDevice();
    await record(db, device, everyHours(3));
    const clock = () => start + 2 * dayMs + hourMs - 1;
    await createRollupShelving({ db, clock, log: pino({ level: 'silent' }) })(unstopped);
    const [present] = await daysOn(device);
    assert.deepEqual(present, [1, 2]);
  });

  it('take nothing once the round is to stop, and go on in the next', async () => {
    const device = await addDevice();
    await record(db, device, everyHours(2));
    await shelve(3, AbortSignal.abort());
    assert.deepEqual((await daysOn(device))[0], [0, 1]);
    await shelve(3);
    assert.deepEqual((await daysOn(device))[0], [1]);
  });

  it('wait for whoever holds the device, and keep what was written meanwhile', async () => {
    const device = await addDevice();
    await record(db, device, everyHours(2));
    const shelving = await db.transaction(async (trx) => {
      await lockDevice(trx, device);
      const shelving = shelve(2);
      await Promise.race([untilSomebodyWaits(db), shelving]);
      assert.deepEqual(await daysOn(device), [[0, 1], [], []]);
      await trx
        .updateTable('hourly_rollups')
        .set({ suspects: 7 })
        .where('device_id', '=', device)
        .execute();
      return { isOver: shelving };
    });
    await shelving.isOver;
    assert.deepEqual(await daysOn(device), [[1], [0], []]);
    const { rollups } = await readStoredOf(db, device);
    assert.deepEqual(new Set(rollups.map(({ suspects }) => suspects)), new Set([7]));
  });

  it('hold what can be computed anew, hours that were lost included', async () => {
    const device = await addDevice();
    await record(db, device, everyHours(3));
    await shelve(2);
    const before = await readStoredOf(db, device);
    const ofDevice = ['device_id', '=', device] as const;
    await db.write
      .updateTable('hourly_rollups')
      .set({ consumed_level: 999, tracker: '' })
      .where(...ofDevice)
      .execute();
    await db.write
      .deleteFrom('hourly_rollups')
      .where(...ofDevice)
      .where('hour', '=', start + 8 * hourMs)
      .execute();
    const sensor = { device_id: device, sensor_no: 1, name: 'main' };
    await recomputeLedger(db, sensor, { signal: unstopped, advanced: () => {} });
    assert.deepEqual(await readStoredOf(db, device), before);
  });

  it('hold the same as without them, in whatever order readings come and days are shelved', async () => {
    const reading = fc.record({
      minute: fc.integer({ min: 0, max: 5 * 24 * 60 }),
      level: fc.integer({ min: 0, max: 100 }),
    });
    const step = fc.record({
      course: fc.array(reading, { maxLength: 6 }),
      day: fc.integer({ min: 0, max: 40 }),
      /** Beside the readings, or after them. */
      isBeside: fc.boolean(),
    });
    const checked = fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const device = await addDevice();
      for (const { course, day, isBeside } of steps) {
        const recorded = record(db, device, course);
        if (!isBeside) await recorded;
        await Promise.all([recorded, shelve(day)]);
        await record(reference, device, course);
      }
      const stored = await readStoredOf(db, device);
      const expected = await readStoredOf(reference, device);
      assert.deepEqual({ ...stored, statuses: [] }, { ...expected, statuses: [] });
      assertDerivedRowsFit(stored);
    });
    await fc.assert(checked, { numRuns: howMany(8, 25) });
  });
});

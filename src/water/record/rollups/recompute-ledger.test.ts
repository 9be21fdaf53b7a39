import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { assertDerivedRowsFit } from '../../../../test/helpers/database/check-stored.ts';
import { newReading } from '../../../../test/helpers/database/new-reading.ts';
import { newRecorder } from '../../../../test/helpers/database/new-recorder.ts';
import { readStoredOf } from '../../../../test/helpers/database/stored-readings.ts';
import { openTestDatabase } from '../../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { tankCourse } from '../../../../test/helpers/water/tank-course.ts';
import type { Database } from '../../../db/database.ts';
import { hourMs } from '../../../kit/time/units.ts';
import { recomputeLedger } from './recompute-ledger.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const dayMs = 24 * hourMs;
const everyMs = 10 * 60_000;

describeOnBothEngines('the ledger of a sensor, made anew', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  let devices = 0;

  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  const addDevice = async (): Promise<number> => {
    const device_id = ++devices;
    await db.write.insertInto('device_status').values({ device_id }).execute();
    return device_id;
  };

  const record = async (device: number, course: { at: number; level: number }[]) => {
    const recorder = newRecorder(db, now);
    for (let from = 0; from < course.length; from += 50) {
      const batch = course
        .slice(from, from + 50)
        .map(({ at, level }) =>
          recorder.record(newReading(device, { recordedAt: at, level, volume: level * 10 })),
        );
      await Promise.all(batch);
    }
  };

  const recompute = (device_id: number, signal = new AbortController().signal) => {
    const sensor = { device_id, sensor_no: 1, name: 'main' };
    return recomputeLedger(db, sensor, { signal, advanced: () => {} });
  };

  const course = () => tankCourse({ start: now - 3 * dayMs, hours: 72, everyMs, noise: 0.3 });

  const damage = async (device: number): Promise<void> => {
    await readStoredOf(db, device);
    const ofDevice = ['device_id', '=', device] as const;
    const rollups = { consumed_level: 999, noise: 77, level_min: -1, tracker: '' };
    await db.write
      .updateTable('hourly_rollups')
      .set(rollups)
      .where(...ofDevice)
      .execute();
    const middle = now - 2 * dayMs;
    await db.write
      .deleteFrom('hourly_rollups')
      .where(...ofDevice)
      .where('hour', '>', middle)
      .where('hour', '<', middle + 5 * hourMs)
      .execute();
    await db.write
      .deleteFrom('refills')
      .where(...ofDevice)
      .where('hour', '<', middle)
      .execute();
    await db.write
      .updateTable('refills')
      .set({ risen_level: 5 })
      .where(...ofDevice)
      .execute();
    const belief = { filtered_level: null, noise: 3, quality: 1 };
    await db.write
      .updateTable('readings')
      .set(belief)
      .where(...ofDevice)
      .execute();
    await db.write
      .updateTable('sensors')
      .set({ ...belief, level: 1, volume: 2 })
      .where(...ofDevice)
      .execute();
  };

  it('is what it was, however rollups, refills, beliefs and the latest row were damaged', async () => {
    const device = await addDevice();
    await record(device, course());
    const before = await readStoredOf(db, device);
    assert.ok(before.refills.length > 5);
    await damage(device);
    assert.notDeepEqual(await readStoredOf(db, device), before);
    assert.equal(await recompute(device), 72);
    const after = await readStoredOf(db, device);
    assert.deepEqual(after, before);
    assertDerivedRowsFit(after);
  });

  it('is right for the next readings, and again when it is done twice', async () => {
    const device = await addDevice();
    const all = course();
    await record(device, all.slice(0, -20));
    await damage(device);
    await recompute(device);
    await recompute(device);
    await record(device, all.slice(-20));
    assertDerivedRowsFit(await readStoredOf(db, device));
  });

  it('goes on from wherever it was cut off', async () => {
    const device = await addDevice();
    await record(device, course());
    const before = await readStoredOf(db, device);
    await damage(device);
    const leaving = new AbortController();
    const sensor = { device_id: device, sensor_no: 1, name: 'main' };
    const advanced = () => leaving.abort();
    assert.equal(await recomputeLedger(db, sensor, { signal: leaving.signal, advanced }), 24);
    assert.notDeepEqual(await readStoredOf(db, device), before);
    assert.equal(await recompute(device), 72);
    assert.deepEqual(await readStoredOf(db, device), before);
  });

  it('holds beside pushes, new and late ones', async () => {
    const device = await addDevice();
    const all = course();
    const isLate = (_: unknown, index: number) => index % 7 === 3 || index > all.length - 40;
    await record(
      device,
      all.filter((each, index) => !isLate(each, index)),
    );
    await damage(device);
    const recorder = newRecorder(db, now);
    const pushes = (async () => {
      for (const { at, level } of all.filter(isLate)) {
        await recorder.record(newReading(device, { recordedAt: at, level, volume: level * 10 }));
      }
    })();
    await recompute(device);
    await pushes;
    assertDerivedRowsFit(await readStoredOf(db, device));
  });

  it('leaves hours alone whose readings are gone, and follows from them', async () => {
    const device = await addDevice();
    await record(device, course());
    const gone = now - 2 * dayMs;
    await readStoredOf(db, device);
    await db.write
      .deleteFrom('readings')
      .where('device_id', '=', device)
      .where('recorded_at', '<', gone)
      .execute();
    const before = await readStoredOf(db, device);
    assert.equal(await recompute(device), 48);
    assert.deepEqual(await readStoredOf(db, device), before);
  });
});

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { newReading } from '../../../test/helpers/database/new-reading.ts';
import { newRecorder } from '../../../test/helpers/database/new-recorder.ts';
import { readStoredOf } from '../../../test/helpers/database/stored-readings.ts';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import type { Database } from '../../db/database.ts';
import { ApiError } from '../../kit/api/failures/api-error.ts';
import { hourMs } from '../../kit/time/units.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

describeOnBothEngines('recorder', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  let devices = 0;

  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  const recorderOn = (database: Database, sensorsPerDevice?: number) =>
    newRecorder(database, now, sensorsPerDevice);

  const addDevice = async () => {
    const device_id = ++devices;
    await db.write.insertInto('device_status').values({ device_id }).execute();
    return device_id;
  };

  const storedReadings = async (device: number) => (await readStoredOf(db, device)).readings;
  const storedRollups = async (device: number) => (await readStoredOf(db, device)).rollups;

  /** As after a restart, the recorder must find all it knows of a sensor in its row. */
  const writeBesideTheRecorder = () =>
    db.write
      .updateTable('sensors')
      .set((eb) => ({ name: eb.ref('name') }))
      .where('device_id', '=', 0)
      .execute();

  it('stores what arrives at once in one batch and numbers the sensors', async () => {
    const device = await addDevice();
    const recorder = recorderOn(db);
    const recorded = await Promise.all(
      ['roof', 'ground', 'roof'].map((sensorName, index) =>
        recorder.record(
          newReading(device, { sensorName, recordedAt: now + index, level: 50 + index }),
        ),
      ),
    );
    assert.deepEqual(
      recorded.map(({ sensor_no, level }) => [sensor_no, level]),
      [
        [1, 50],
        [2, 51],
        [1, 52],
      ],
    );
    assert.equal((await storedReadings(device)).length, 3);
  });

  it('makes readings that the server itself stamps two, and those with one instant one', async () => {
    const device = await addDevice();
    const recorder = recorderOn(db);
    const stamped = await Promise.all(
      [1, 2, 3].map((level) => recorder.record(newReading(device, { level }))),
    );
    assert.deepEqual(
      stamped.map(({ recorded_at }) => recorded_at),
      [now, now + 1, now + 2],
    );
    const recordedAt = now - 5000;
    const first = await recorder.record(newReading(device, { recordedAt, level: 10 }));
    const again = await recorder.record(newReading(device, { recordedAt, level: 99 }));
    assert.deepEqual(again, { ...first, isRepeated: true, isOther: true });
    assert.equal((await storedReadings(device)).length, 4);
  });

  it('knows a reading again that is stored although its sensor knows none so late', async () => {
    const device = await addDevice();
    const reading = newReading(device, { recordedAt: now, level: 10 });
    const first = await recorderOn(db).record(reading);
    await db.write
      .updateTable('sensors')
      .set({ recorded_at: now - hourMs })
      .where('device_id', '=', device)
      .execute();
    const others = await addDevice();
    const recorder = recorderOn(db);
    const [again, beside] = await Promise.all([
      recorder.record({ ...reading, level: 99 }),
      recorder.record(newReading(others, { recordedAt: now, level: 20 })),
    ]);
    assert.deepEqual([again, beside.level], [{ ...first, isRepeated: true, isOther: true }, 20]);
    assert.equal((await storedReadings(device)).length, 1);
    assert.equal((await storedReadings(others)).length, 1);
  });

  it('refuses readings of a device that is gone and stores those of its neighbours', async () => {
    const device = await addDevice();
    const recorder = recorderOn(db);
    const [gone, stored] = await Promise.allSettled([
      recorder.record(newReading(999_999, {})),
      recorder.record(newReading(device, {})),
    ]);
    assert.ok(gone.status === 'rejected' && gone.reason.status === 404);
    assert.equal(stored.status, 'fulfilled');
    assert.equal((await storedReadings(device)).length, 1);
  });

  it('lets a row that the engine refuses fail alone', async () => {
    const device = await addDevice();
    const recorder = recorderOn(db);
    const bad = {
      ...newReading(device, { recordedAt: now - 3 }),
      source: null as unknown as number,
    };
    const results = await Promise.allSettled([
      recorder.record(newReading(device, { recordedAt: now - 1 })),
      recorder.record(bad),
      recorder.record(newReading(device, { recordedAt: now - 2 })),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.ok(results[1]?.status === 'rejected' && results[1].reason.status === 503);
    assert.equal((await storedReadings(device)).length, 2);
    assert.equal(
      (await storedRollups(device)).reduce((sum, { count }) => sum + count, 0),
      2,
    );
  });

  it('answers 503 and stores nothing by halves when the commit fails', async () => {
    const device = await addDevice();
    const broken: Database = {
      ...db,
      callWriter: () => Promise.reject(new Error('disk I/O error')),
    };
    await assert.rejects(
      recorderOn(broken).record(newReading(device, {})),
      (error) => error instanceof ApiError && error.status === 503,
    );
    assert.deepEqual(await storedReadings(device), []);
    assert.deepEqual(await storedRollups(device), []);
  });

  it('stores what comes with a reading over which a step fails', async () => {
    const [broken, whole] = [await addDevice(), await addDevice()];
    await db.write
      .updateTable('device_status')
      .set({ clock: '{no clock' })
      .where('device_id', '=', broken)
      .execute();
    const recorder = recorderOn(db);
    const results = await Promise.allSettled(
      [whole, broken, whole, broken].map((device, index) =>
        recorder.record(newReading(device, { recordedAt: now - index * 60_000 })),
      ),
    );
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
    );
    assert.ok(results[1]?.status === 'rejected' && results[1].reason.status === 503);
    assert.equal((await storedReadings(whole)).length, 2);
  });

  it('keeps the latest row when a late reading comes, and the newest position', async () => {
    const device = await addDevice();
    const recorder = recorderOn(db);
    await recorder.record(newReading(device, { level: 70 }));
    for (let minute = 1; minute <= 12; minute++) {
      const recordedAt = now - minute * 60_000;
      await recorder.record(
        newReading(device, { recordedAt, level: 30, latitude: -minute, longitude: 36 }),
      );
    }
    const sensor = await db.read
      .selectFrom('sensors')
      .select(['level', 'recorded_at'])
      .where('device_id', '=', device)
      .executeTakeFirstOrThrow();
    assert.deepEqual(sensor, { level: 70, recorded_at: now });
    const status = await db.read
      .selectFrom('device_status')
      .select(['latitude', 'located_at', 'last_seen_at'])
      .where('device_id', '=', device)
      .executeTakeFirstOrThrow();
    assert.deepEqual([status.latitude, status.located_at], [-1, now - 60_000]);
    assert.equal(status.last_seen_at, now);
  });

  it('tells what is known of a device wherever it stands', async () => {
    const device = await addDevice();
    const recorder = recorderOn(db);
    const known = async () => {
      const { device_id, ...status } = await db.read
        .selectFrom('device_status')
        .selectAll()
        .where('device_id', '=', device)
        .executeTakeFirstOrThrow();
      assert.equal(device_id, device);
      return status;
    };
    const nothing = {
      last_seen_at: null,
      silent_about: null,
      rhythm: '',
      clock: '',
      boots: '',
      signed: '',
      silent_after_ms: null,
      silent_after_minutes: null,
      latitude: null,
      longitude: null,
      located_at: null,
      battery_percent: null,
      signal_dbm: null,
      health_at: null,
      silent_since: null,
      watch: '',
    };
    assert.deepEqual(await known(), nothing);

    await recorder.markSeen(device);
    const heard = { ...nothing, last_seen_at: now, silent_about: now + 30 * hourMs };
    assert.deepEqual(await known(), heard);

    const place = { latitude: -1.25, longitude: 36.5 };
    await recorder.record(newReading(device, { ...place, battery: 80, signal: -70 }));
    const placed = { ...place, located_at: now };
    const healthy = { battery_percent: 80, signal_dbm: -70, health_at: now };
    assert.deepEqual(await known(), { ...heard, ...placed, ...healthy });

    await writeBesideTheRecorder();
    await recorder.record(newReading(device, { sensorName: 'other', battery: 79 }));
    assert.deepEqual(await known(), { ...heard, ...placed, ...healthy, battery_percent: 79 });

    await writeBesideTheRecorder();
    await recorder.markSeen(device);
    assert.deepEqual(await known(), { ...heard, ...placed, ...healthy, battery_percent: 79 });
  });

  it('knows a device whose first sensor somebody else has added', async () => {
    const device = await addDevice();
    const recorder = recorderOn(db);
    await recorder.record(newReading(await addDevice(), {}));
    await recorder.markSeen(device);
    await db.write
      .insertInto('sensors')
      .values({ device_id: device, sensor_no: 1, name: 'steered', watch: '' })
      .execute();
    const seen = () =>
      db.read
        .selectFrom('device_status')
        .select(['last_seen_at', 'battery_percent'])
        .where('device_id', '=', device)
        .executeTakeFirst();
    assert.deepEqual(await seen(), { last_seen_at: now, battery_percent: null });
    await recorder.record(newReading(device, { sensorName: 'other', battery: 55 }));
    assert.deepEqual(await seen(), { last_seen_at: now, battery_percent: 55 });
  });
});

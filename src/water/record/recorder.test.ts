import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { assertDerivedRowsFit } from '../../../test/helpers/database/check-stored.ts';
import { newReading } from '../../../test/helpers/database/new-reading.ts';
import { newRecorder } from '../../../test/helpers/database/new-recorder.ts';
import { readStoredOf } from '../../../test/helpers/database/stored-readings.ts';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { tankCourse } from '../../../test/helpers/water/tank-course.ts';
import { howMany } from '../../../test/helpers/whole-suite.ts';
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

  const storedReadings = async (device: number) => {
    return await db.read
      .selectFrom('readings')
      .selectAll()
      .where('device_id', '=', device)
      .orderBy('sensor_no')
      .orderBy('recorded_at')
      .execute();
  };

  const storedRollups = async (device: number) => {
    return await db.read
      .selectFrom('hourly_rollups')
      .selectAll()
      .where('device_id', '=', device)
      .orderBy('sensor_no')
      .orderBy('hour')
      .execute();
  };

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

  it('holds: the ledger comes out as if the readings had come in order, in whatever order and batches', async () => {
    const level = fc.oneof(
      fc.integer({ min: 0, max: 100 }),
      fc.double({ min: 49, max: 51, noNaN: true }),
    );
    const arrival = fc.array(
      fc.record({ minute: fc.nat(6 * 60), level, batch: fc.nat(4), forget: fc.boolean() }),
      {
        minLength: 1,
        maxLength: 60,
      },
    );
    await fc.assert(
      fc.asyncProperty(arrival, async (arrivals) => {
        const device = await addDevice();
        const recorder = recorderOn(db);
        let batch: Promise<unknown>[] = [];
        for (const { minute, level: at, batch: size, forget } of arrivals) {
          const recordedAt = now - 7 * hourMs + minute * 60_000;
          batch.push(
            recorder.record(newReading(device, { recordedAt, level: at, volume: at * 10 })),
          );
          if (batch.length > size) {
            await Promise.all(batch);
            batch = [];
            if (forget) await writeBesideTheRecorder();
          }
        }
        await Promise.all(batch);
        const stored = await readStoredOf(db, device);
        const distinct = new Set(arrivals.map(({ minute }) => minute));
        assert.equal(stored.readings.length, distinct.size);
        assertDerivedRowsFit(stored);
      }),
      { numRuns: engine === 'sqlite' ? howMany(20, 60) : howMany(6, 15) },
    );
  });

  const everyMs = 10 * 60_000;
  const dayMs = 24 * hourMs;

  it('holds: refills and what is believed of readings do not depend on the order of arrival', async () => {
    const disorder = fc.record({
      seed: fc.nat(1000),
      noise: fc.constantFrom(0, 0.3, 1),
      /** How far each reading is moved among the others, and how many go into a batch. */
      moves: fc.array(fc.nat(40), { minLength: 1, maxLength: 20 }),
      batch: fc.integer({ min: 1, max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(disorder, async ({ seed, noise, moves, batch }) => {
        const device = await addDevice();
        const course = tankCourse({ start: now - dayMs, hours: 20, everyMs, noise, seed });
        const placeOf = (index: number) => index + (moves[index % moves.length] ?? 0);
        const arrivals = course
          .map((reading, index) => ({ ...reading, place: placeOf(index) }))
          .sort((a, b) => a.place - b.place);
        await recordAll(device, arrivals, batch);
        const stored = await readStoredOf(db, device);
        assert.equal(stored.readings.length, course.length);
        assert.ok(stored.refills.length > 0);
        assertDerivedRowsFit(stored);
      }),
      { numRuns: engine === 'sqlite' ? howMany(6, 15) : howMany(3, 5) },
    );
  });

  it('gives the same ledger of a day that was lost and comes late', async () => {
    const course = tankCourse({ start: now - 4 * dayMs, hours: 96, everyMs, noise: 0.3 });
    const isLost = ({ at }: { at: number }) => at >= now - 3 * dayMs && at < now - 2 * dayMs;
    const [inOrder, late] = [await addDevice(), await addDevice()];
    await recordAll(inOrder, course, 50);
    await recordAll(
      late,
      course.filter((reading) => !isLost(reading)),
      50,
    );
    await recordAll(late, course.filter(isLost), 20);
    const expected = await readStoredOf(db, inOrder);
    const stored = await readStoredOf(db, late);
    assertDerivedRowsFit(stored);
    const withoutDevice = (rows: { device_id: number }[]) =>
      rows.map(({ device_id, ...row }) => row);
    for (const table of ['readings', 'rollups', 'refills', 'sensors'] as const) {
      assert.deepEqual(withoutDevice(stored[table]), withoutDevice(expected[table]));
    }
    assert.equal(stored.refills.length, 13);
  });

  /** Records readings as they come, so many at once. */
  const recordAll = async (
    device: number,
    readings: { at: number; level: number }[],
    atOnce: number,
  ) => {
    const recorder = recorderOn(db);
    for (let from = 0; from < readings.length; from += atOnce) {
      const batch = readings
        .slice(from, from + atOnce)
        .map(({ at, level }) =>
          recorder.record(newReading(device, { recordedAt: at, level, volume: level * 10 })),
        );
      await Promise.all(batch);
    }
  };
});

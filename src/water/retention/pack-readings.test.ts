import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { newReading } from '../../../test/helpers/database/new-reading.ts';
import { newRecorder } from '../../../test/helpers/database/new-recorder.ts';
import { readStoredOf } from '../../../test/helpers/database/stored-readings.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import {
  log,
  type Sent,
  start,
  unstopped,
  usePackedDesk,
} from '../../../test/helpers/water/packed-desk.ts';
import { seedReadings } from '../../../test/helpers/water/readings.ts';
import { howMany } from '../../../test/helpers/whole-suite.ts';
import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';
import { readReadings } from '../readings/read-readings.ts';
import { recomputeLedger } from '../record/rollups/recompute-ledger.ts';
import { findSensorSpans } from '../sensors/queries.ts';
import { deleteOldReadings } from './delete-old-readings.ts';

describeOnBothEngines('packed readings of sensors', (engine) => {
  const desk = usePackedDesk(engine);
  const { addDevice, record, pack, packedOf, rowsOf, assertSame } = desk;

  const each = (count: number, step: number, from = 0): Sent[] =>
    Array.from({ length: count }, (_, index) => ({
      minute: from + index * step,
      level: (index * 7) % 101,
    }));

  it('are stretches of a thousand once they are two days old, or of a week', async () => {
    const device = await addDevice();
    await record(desk.db, device, each(2300, 1));
    await pack(2);
    assert.deepEqual(await packedOf(device), []);
    await pack(2 + 1000 / 1440);
    assert.deepEqual(
      (await packedOf(device)).map(({ start_at, last_at, count }) => [start_at, last_at, count]),
      [[start, start + 999 * minuteMs, 1000]],
    );
    assert.equal((await rowsOf(device)).length, 1300);
    await pack(8);
    assert.deepEqual(
      (await packedOf(device)).map(({ count }) => count),
      [1000, 1000],
    );
    await pack(10.5);
    assert.deepEqual(
      (await packedOf(device)).map(({ count }) => count),
      [1000, 1000, 300],
    );
    assert.deepEqual(await rowsOf(device), []);
    await record(desk.reference, device, each(2300, 1));
    await assertSame(device);
  });

  it('take late readings, repeats and other levels as rows do, and are divided where they grow', async () => {
    const device = await addDevice();
    const early = each(100, 300, 10_000);
    const late = [
      ...each(2100, 1, 11_000),
      ...each(3, 1000, 0),
      ...early.slice(3, 6),
      { ...(early[9] as Sent), level: 55 },
    ];
    const answered: unknown[] = [];
    for (const into of [desk.db, desk.reference]) {
      const before = await record(into, device, early);
      if (into === desk.db) await pack(60);
      answered.push([before, await record(into, device, late)]);
    }
    assert.deepEqual(answered[0], answered[1]);
    assert.deepEqual(await rowsOf(device), []);
    const packed = await packedOf(device);
    assert.ok(packed.length > 4 && packed.every(({ count }) => count <= 2000));
    await assertSame(device);
  });

  it('are changed a hundred at a time, so that others are stored in between', async () => {
    const device = await addDevice();
    const sent = Array.from({ length: 3000 }, (_, at) => ({ minute: 2 * at, level: at % 90 }));
    for (const each of [desk.db, desk.reference]) await record(each, device, sent);
    await pack(20);
    const commits: number[] = [];
    const recorder = newRecorder(desk.db, start + 40 * dayMs, 100, (readings) =>
      commits.push(readings),
    );
    const late = Array.from({ length: 250 }, (_, at) => ({ minute: 16 * at + 1, level: 50 }));
    const toNew = ({ minute, level }: Sent) =>
      newReading(device, { recordedAt: start + minute * minuteMs, level });
    const results = await recorder.recordAll([...late, ...late.slice(0, 20)].map(toNew));
    assert.deepEqual(commits, [100, 100, 70]);
    const repeated = results.map((each) => !(each instanceof Error) && each.isRepeated === true);
    assert.deepEqual(
      repeated,
      results.map((_, at) => at >= late.length),
    );
    await record(desk.reference, device, late);
    await assertSame(device);
  });

  it('give the same whatever the order is in which readings come and are packed', async () => {
    const reading = fc.record({
      minute: fc.oneof(fc.integer({ min: 0, max: 20 * 1440 }), fc.integer({ min: 0, max: 300 })),
      level: fc.integer({ min: 0, max: 100 }),
      volume: fc.option(fc.integer({ min: 0, max: 1000 })),
      pump: fc.option(fc.constantFrom(0, 1)),
      latitude: fc.option(fc.constantFrom(-1.25, 0.5)),
      longitude: fc.constant(36.8),
      sensorName: fc.constantFrom('main', 'main', 'roof'),
    });
    const step = fc.record({
      sent: fc.array(reading, { maxLength: 8 }),
      day: fc.integer({ min: 0, max: 40 }),
      /** Beside the readings, or after them. */
      isBeside: fc.boolean(),
      isRecomputed: fc.boolean(),
    });
    const checked = fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      const device = await addDevice();
      for (const { sent, day, isBeside, isRecomputed } of steps) {
        const recorded = record(desk.db, device, sent);
        if (!isBeside) await recorded;
        await Promise.all([recorded, pack(day)]);
        const expected = await record(desk.reference, device, sent);
        assert.deepEqual(await recorded, expected);
        if (!isRecomputed) continue;
        for (const { sensor_no, name } of await findSensorSpans(desk.db.read, device, undefined)) {
          const sensor = { device_id: device, sensor_no, name };
          await recomputeLedger(desk.db, sensor, { signal: unstopped, advanced: () => {} });
        }
      }
      await assertSame(device);
    });
    await fc.assert(checked, { numRuns: howMany(8, 25) });
  });

  it('are found whole while others are packed', async () => {
    const device = await addDevice();
    const readings = Array.from({ length: 6000 }, (_, index) => ({
      at: start + index * minuteMs,
      level: index % 101,
    }));
    await seedReadings(desk.db, { deviceId: device, readings });
    const asked = { deviceId: device, sensorNo: 1, from: start, end: start + 30 * dayMs };
    for (const isNewestFirst of [false, true]) {
      const found: number[] = [];
      let day = isNewestFirst ? 4 : 2;
      for await (const page of readReadings(desk.db, { ...asked, pageSize: 300, isNewestFirst }, [
        'recorded_at',
      ])) {
        found.push(...page.map(({ recorded_at }) => recorded_at));
        day += 0.4;
        await pack(day);
      }
      if (isNewestFirst) found.reverse();
      assert.deepEqual(
        found,
        readings.map(({ at }) => at),
      );
    }
    assert.ok((await packedOf(device)).length >= 3);
  });

  it('are deleted a stretch at a time, once its last reading is past its retention', async () => {
    const device = await addDevice();
    await record(desk.db, device, each(30, 60));
    await pack(30);
    const counted: number[] = [];
    const expire = async (hours: number) => {
      const inc = ({ table }: { table: string }, rows: number) => {
        if (table === 'packed_readings') counted.push(rows);
      };
      await deleteOldReadings(
        {
          db: desk.db,
          log,
          timers: createTestTimers(),
          clock: () => start + 30 * dayMs + hours * hourMs,
          retentionMs: 30 * dayMs,
          rollupRetentionMs: undefined,
          metrics: { expiredRows: { inc } as never },
        },
        unstopped,
      );
      return (await readStoredOf(desk.db, device)).readings.length;
    };
    assert.equal(await expire(29.9), 30);
    assert.equal(await expire(30), 0);
    assert.ok(counted.includes(1));
    assert.equal((await record(desk.db, device, [{ minute: 7, level: 3 }])).length, 1);
    assert.equal((await readStoredOf(desk.db, device)).readings.length, 1);
    assert.deepEqual(await rowsOf(device), []);
  });

  it('go whole or not at all, and not while a round is to stop', async () => {
    const device = await addDevice();
    await record(desk.db, device, each(30, 60));
    await pack(30, AbortSignal.abort());
    assert.deepEqual(await packedOf(device), []);
    await pack(30);
    assert.equal((await packedOf(device)).length, 1);
  });
});

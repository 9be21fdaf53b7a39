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
import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const everyMs = 10 * minuteMs;

describeOnBothEngines('the order in which readings arrive', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  let devices = 0;

  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  const addDevice = async () => {
    const device_id = ++devices;
    await db.write.insertInto('device_status').values({ device_id }).execute();
    return device_id;
  };

  /** As after a restart, the recorder must find all it knows of a sensor in its row. */
  const writeBesideTheRecorder = () =>
    db.write
      .updateTable('sensors')
      .set((eb) => ({ name: eb.ref('name') }))
      .where('device_id', '=', 0)
      .execute();

  /** Records readings as they come, so many at once. */
  const recordAll = async (
    device: number,
    readings: { at: number; level: number }[],
    atOnce: number,
  ) => {
    const recorder = newRecorder(db, now);
    for (let from = 0; from < readings.length; from += atOnce) {
      const batch = readings
        .slice(from, from + atOnce)
        .map(({ at, level }) =>
          recorder.record(newReading(device, { recordedAt: at, level, volume: level * 10 })),
        );
      await Promise.all(batch);
    }
  };

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
        const recorder = newRecorder(db, now);
        let batch: Promise<unknown>[] = [];
        for (const { minute, level: at, batch: size, forget } of arrivals) {
          const recordedAt = now - 7 * hourMs + minute * minuteMs;
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
});

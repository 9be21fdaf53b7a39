import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import pino from 'pino';
import { newReading, rollUpInOrder } from '../../../test/helpers/new-reading.ts';
import { openTestDatabase } from '../../../test/helpers/test-database.ts';
import type { Database } from '../../db/database.ts';
import { createRecorder } from './recorder.ts';
import { hourMs } from './rollup.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const deadBand = 0.5;

describe('recorders on one PostgreSQL', () => {
  let db: Database;
  let close: () => Promise<void>;
  let devices = 0;

  before(async () => {
    ({ db, close } = await openTestDatabase('postgres'));
  });
  after(() => close());

  /** As each process has its own; all of them share the connections of this one. */
  const newRecorder = () =>
    createRecorder({
      db,
      clock: () => now,
      log: pino({ level: 'silent' }),
      deadBand,
      commandMs: 24 * hourMs,
      onlineMs: 15 * 60_000,
      news: { isAwaited: () => false, committed: () => {} },
      observer: { committed: () => {}, settled: () => {} },
    });

  const addDevices = async (count: number): Promise<number[]> => {
    const ids = Array.from({ length: count }, () => ++devices);
    await db.write
      .insertInto('device_status')
      .values(ids.map((device_id) => ({ device_id })))
      .execute();
    return ids;
  };

  const stored = async (device: number) => {
    const readings = await db.read
      .selectFrom('readings')
      .selectAll()
      .where('device_id', '=', device)
      .orderBy('sensor_no')
      .orderBy('recorded_at')
      .execute();
    const rollups = await db.read
      .selectFrom('hourly_rollups')
      .selectAll()
      .where('device_id', '=', device)
      .orderBy('sensor_no')
      .orderBy('hour')
      .execute();
    const sensors = await db.read
      .selectFrom('sensors')
      .select(['sensor_no', 'name', 'recorded_at', 'level'])
      .where('device_id', '=', device)
      .orderBy('sensor_no')
      .execute();
    return { readings, rollups, sensors };
  };

  /** Rollups and latest rows are what the readings give. */
  const assertDerivedRowsFit = ({
    readings,
    rollups,
    sensors,
  }: Awaited<ReturnType<typeof stored>>) => {
    const series = [...Map.groupBy(readings, ({ sensor_no }) => sensor_no).values()];
    const expected = series.flatMap((rows) => rollUpInOrder(rows, deadBand));
    assert.deepEqual(rollups, expected);
    assert.deepEqual(
      sensors.map(({ recorded_at, level }) => [recorded_at, level]),
      series.map((rows) => [rows.at(-1)?.recorded_at, rows.at(-1)?.level]),
    );
  };

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
        const recorders = [newRecorder(), newRecorder(), newRecorder()];
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
      { numRuns: 25 },
    );
  });

  it('ask again where the latest row of a sensor is older than its readings', async () => {
    const [device = 0] = await addDevices(1);
    const recorder = newRecorder();
    const first = await recorder.record(newReading(device, { recordedAt: now - 1000, level: 40 }));
    await db.write
      .updateTable('sensors')
      .set({ recorded_at: now - 5000 })
      .where('device_id', '=', device)
      .execute();
    const again = await Promise.all([
      recorder.record(newReading(device, { recordedAt: now - 1000, level: 70 })),
      recorder.record(newReading(device, { recordedAt: now, level: 50 })),
    ]);
    assert.deepEqual(again[0], first);
    assert.deepEqual(
      (await stored(device)).readings.map(({ level }) => level),
      [40, 50],
    );
  });

  it('store all others of a batch in which many rows are at fault', async () => {
    const ids = await addDevices(30);
    const recorder = newRecorder();
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

function keyOf({
  device_id,
  sensor_no,
  recorded_at,
}: Record<'device_id' | 'sensor_no' | 'recorded_at', number>) {
  return `${device_id}/${sensor_no}/${recorded_at}`;
}

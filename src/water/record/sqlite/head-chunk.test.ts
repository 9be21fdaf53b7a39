import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { newReading } from '../../../../test/helpers/new-reading.ts';
import { newRecorder } from '../../../../test/helpers/new-recorder.ts';
import { openTestDatabase } from '../../../../test/helpers/test-database.ts';
import type { Database } from '../../../db/database.ts';
import { flushForReading } from '../flush-for-reading.ts';
import { openRollup, type ReadingRow } from '../rollups/rollup.ts';
import { headChunkColumn, packHeadChunk, unpackHeadChunk } from './head-chunk.ts';
import { mostWaiting } from './sqlite-batch.ts';

const sensor = { device_id: 7, sensor_no: 2 };
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 })
  // JSON knows no negative zero.
  .map((each) => each + 0);
const numberOrNull = fc.option(number);
const reading: fc.Arbitrary<ReadingRow> = fc.record(
  {
    device_id: fc.constant(sensor.device_id),
    sensor_no: fc.constant(sensor.sensor_no),
    recorded_at: fc.nat(2 ** 43),
    level: number,
    level_cm: numberOrNull,
    volume: numberOrNull,
    temperature: numberOrNull,
    pump: fc.constantFrom(0, 1, null),
    latitude: numberOrNull,
    longitude: numberOrNull,
    status: fc.nat(3),
    source: fc.nat(2),
    filtered_level: numberOrNull,
    noise: numberOrNull,
    quality: fc.constantFrom(0, 1, null),
  },
  { noNullPrototype: true },
);

describe('a head chunk', () => {
  it('holds: readings and the hour come back as they were', () => {
    fc.assert(
      fc.property(
        fc.array(reading, { maxLength: mostWaiting }),
        fc.option(reading, { nil: undefined }),
        fc.option(number),
        (readings, ofHour, volume) => {
          const hour = ofHour && openRollup({ ...ofHour, volume }, undefined);
          const chunk = { readings, hour };
          assert.deepEqual(unpackHeadChunk(sensor, packHeadChunk(chunk)), chunk);
        },
      ),
    );
  });

  it('is none where nothing waits', () => {
    assert.equal(packHeadChunk({ readings: [], hour: undefined }), null);
  });

  it('is refused where a newer program wrote it', () => {
    assert.throws(() => unpackHeadChunk(sensor, '{"version":2}'), /version 2/);
  });
});

describe('a head chunk of an older program', () => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase('sqlite'));
  });
  after(() => close());

  it('is read by its own columns, in their own order', async () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    await db.write.insertInto('device_status').values({ device_id: 1 }).execute();
    const recorder = newRecorder(db, now);
    await recorder.record(newReading(1, { level: 60, pump: 1 }));
    const columns = ['level', 'source', 'recorded_at', 'status'];
    const readings = [[61, 0, now - 60_000, 1]];
    const hour = openRollup({ ...sensor, recorded_at: now, level: 60, volume: null }, undefined);
    const old = { version: 1, since: now - 60_000, columns, readings, hour };
    await sql`update sensors set ${sql.ref(headChunkColumn)} = ${JSON.stringify(old)}`.execute(
      db.write,
    );

    await recorder.record(newReading(1, { recordedAt: now + 1000, level: 59 }));
    await flushForReading(db, 1);
    const stored = await db.read
      .selectFrom('readings')
      .select(['recorded_at', 'level', 'level_cm', 'pump', 'latitude', 'status', 'source'])
      .orderBy('recorded_at')
      .execute();
    const nothing = { level_cm: null, pump: null, latitude: null, source: 0 };
    assert.deepEqual(stored, [
      { ...nothing, recorded_at: now - 60_000, level: 61, status: 1 },
      { ...nothing, recorded_at: now + 1000, level: 59, status: 0 },
    ]);
  });
});

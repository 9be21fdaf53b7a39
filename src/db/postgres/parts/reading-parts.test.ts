import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { newReading } from '../../../../test/helpers/database/new-reading.ts';
import { newRecorder } from '../../../../test/helpers/database/new-recorder.ts';
import { openTestDatabase } from '../../../../test/helpers/database/test-database.ts';
import { findParts, makePart } from './reading-parts.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const devices = 16;

/** On one PostgreSQL the lock of the table holds all; on Citus batches write to shards beside it. */
describe('a part that is made beside batches without a pause', () => {
  it('is made at once, has what the default part had of it, and takes what comes', async () => {
    const { db, close } = await openTestDatabase('postgres');
    const ids = Array.from({ length: devices }, (_, index) => index + 1);
    await db.write
      .insertInto('device_status')
      .values(ids.map((device_id) => ({ device_id })))
      .execute();
    const recorder = newRecorder(db, now);
    let readings = 0;
    let isOver = false;
    const record = (deviceId: number) => {
      readings += 1;
      return recorder.record(newReading(deviceId, { recordedAt: now + readings }));
    };
    const pushing = ids.map(async (device) => {
      await record(device);
      while (!isOver) await record(device);
    });
    await record(1);
    const part = { name: 'readings_2026_11', from: Date.UTC(2026, 10), end: Date.UTC(2026, 11) };
    const isMade = await makePart(db, part);
    isOver = true;
    await Promise.all(pushing);
    assert.equal(isMade, true);
    assert.deepEqual(await findParts(db), [part]);
    const { rows } = await sql<{ count: number; lost: number }>`
      select (select count(*) from ${sql.table(part.name)}) as count,
        (select count(*) from readings_default) as lost`.execute(db.read);
    assert.deepEqual(rows, [{ count: readings, lost: 0 }]);
    await close();
  });
});

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { newReading } from '../../../test/helpers/database/new-reading.ts';
import { newRecorder } from '../../../test/helpers/database/new-recorder.ts';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { howMany } from '../../../test/helpers/whole-suite.ts';
import type { Database } from '../../db/database.ts';
import { minuteMs, secondMs } from '../../kit/time/units.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

/** Seconds between the readings of a batch, and their levels. */
const batches = fc.array(
  fc.record({ gap: fc.integer({ min: 2, max: 300 }), level: fc.integer({ min: 50, max: 52 }) }),
  { minLength: 1, maxLength: 8 },
);
/** Copies of it that wait together, each later than it should be by a share of what is known again. */
const commits = fc.array(
  fc.array(fc.double({ min: 0, max: 0.95, noNaN: true }), { minLength: 1, maxLength: 4 }),
  { minLength: 1, maxLength: 3 },
);

describeOnBothEngines('readings by age', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  let devices = 0;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  it('are stored once each, however late their copies are and however many share a commit', async () => {
    const recorder = newRecorder(db, now);
    const property = fc.asyncProperty(batches, commits, async (batch, together) => {
      const [device, other] = [++devices, ++devices];
      const ids = [device, other].map((device_id) => ({ device_id }));
      await db.write.insertInto('device_status').values(ids).execute();
      const least = Math.min(...batch.slice(1).map(({ gap }) => gap * secondMs));
      const knownMs = batch.length === 1 ? 10 * secondMs : Math.min(minuteMs, least / 2);
      const copy = (late: number) => {
        let at = now - 3600 * secondMs - Math.floor(late * knownMs);
        return batch.map(({ gap, level }, place) => {
          if (place > 0) at += gap * secondMs;
          return newReading(device, { recordedAt: at, isByAge: true, level });
        });
      };
      for (const copies of together) {
        // While these are stored, the copies wait.
        const before = Array.from({ length: 20 }, (_, at) =>
          recorder.record(newReading(other, { recordedAt: now - devices * 100 - at })),
        );
        const all = copies.map((late) => {
          const readings = copy(late);
          const [first] = readings;
          return first && readings.length === 1
            ? recorder.record(first)
            : recorder.recordAll(readings);
        });
        await Promise.all([...before, ...all]);
      }
      const stored = await db.read
        .selectFrom('readings')
        .select('level')
        .where('device_id', '=', device)
        .orderBy('recorded_at')
        .execute();
      assert.deepEqual(
        stored.map(({ level }) => level),
        batch.map(({ level }) => level),
      );
    });
    await fc.assert(property, { numRuns: howMany(40, 400) });
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { assertDerivedRowsFit } from '../../../test/helpers/database/check-stored.ts';
import { newReading } from '../../../test/helpers/database/new-reading.ts';
import { newRecorder } from '../../../test/helpers/database/new-recorder.ts';
import { readStoredOf } from '../../../test/helpers/database/stored-readings.ts';
import {
  openSpreadDatabase,
  openTestDatabase,
} from '../../../test/helpers/database/test-database.ts';
import { howMany } from '../../../test/helpers/whole-suite.ts';
import type { Database } from '../../db/database.ts';
import { dayMs, hourMs, secondMs } from '../../kit/time/units.ts';
import type { NewReading, TakenMessage } from './reading.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

const databases = [
  { name: 'SQLite', open: () => openTestDatabase('sqlite') },
  { name: 'one PostgreSQL', open: () => openTestDatabase('postgres') },
  { name: 'what Citus has spread', open: () => openSpreadDatabase() },
];

for (const { name, open } of databases) {
  describe(`signed messages on ${name}`, () => {
    let db: Database;
    let close: () => Promise<void>;
    let devices = 0;
    let counter = 0;

    before(async () => {
      ({ db, close } = await open());
    });
    after(() => close());

    const addDevices = async (count: number): Promise<number[]> => {
      const ids = Array.from({ length: count }, () => ++devices);
      await db.write
        .insertInto('device_status')
        .values(ids.map((device_id) => ({ device_id })))
        .execute();
      return ids;
    };
    const newProof = () => {
      counter += 1;
      return { keyNo: 1, counter, tag: counter.toString(16).padStart(32, '0') };
    };
    const levelsOf = async (device: number) => {
      const stored = await readStoredOf(db, device);
      assertDerivedRowsFit(stored);
      return stored.readings.map(({ level }) => level).sort((a, b) => a - b);
    };
    const statuses = ({ recorded }: TakenMessage) =>
      recorded.map((each) => {
        if (each instanceof Error) return 'failed';
        return each.isRepeated ? 'repeated' : 'stored';
      });

    it('hold: readings without an instant are stored once at each of their devices, wherever these lie and however late', async () => {
      const sent = fc.array(fc.nat(5), { minLength: 1, maxLength: 12 });
      const copies = fc.integer({ min: 1, max: 3 });
      await fc.assert(
        fc.asyncProperty(sent, copies, async (places, count) => {
          const ids = await addDevices(6);
          // Each commit has a time of its own, as those of servers that keep one another waiting.
          let time = now;
          const recorder = newRecorder(db, () => {
            time += 20 * secondMs;
            return time;
          });
          const proof = newProof();
          const send = () =>
            recorder.recordSigned({
              deviceId: ids[0] ?? 0,
              proof,
              at: time,
              readings: places.map((place, index) =>
                newReading(ids[place] ?? 0, { level: index + 1 }),
              ),
            });
          const taken = await Promise.all(Array.from({ length: count }, send));
          time += hourMs;
          taken.push(await send());
          assert.deepEqual(new Set(statuses(taken.at(-1) as TakenMessage)), new Set(['repeated']));
          for (const [place, id] of ids.entries()) {
            const own = places.flatMap((at, index) => (at === place ? [index + 1] : []));
            assert.deepEqual(await levelsOf(id), own);
          }
        }),
        { numRuns: howMany(6, 15) },
      );
    });

    it('hold: copies at one moment that may bring other parts of a message are each told of their own readings', async () => {
      const parts = fc.array(fc.subarray([0, 1, 2, 3, 4, 5]), { minLength: 1, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(parts, fc.boolean(), async (copies, isDated) => {
          const ids = await addDevices(6);
          const recorder = newRecorder(db, now);
          const proof = newProof();
          const readingsOf = (part: number[]): NewReading[] =>
            part.map((place) =>
              newReading(ids[place] ?? 0, {
                level: place + 10,
                ...(isDated && { recordedAt: now - place * secondMs }),
              }),
            );
          const taken = await Promise.all(
            copies.map((part) => {
              const message = { deviceId: ids[0] ?? 0, proof, at: now };
              return recorder.recordSigned({ ...message, readings: readingsOf(part) });
            }),
          );
          for (const [copy, { recorded }] of taken.entries()) {
            const told = recorded.map((each) =>
              each instanceof Error ? each : [each.device_id, each.level],
            );
            assert.deepEqual(
              told,
              copies[copy]?.map((place) => [ids[place], place + 10]),
            );
          }
          for (const [place, id] of ids.entries()) {
            const isSent = copies.some((part) => part.includes(place));
            assert.deepEqual(await levelsOf(id), isSent ? [place + 10] : []);
          }
        }),
        { numRuns: howMany(6, 15) },
      );
    });

    // A cluster packs none.
    if (name === 'what Citus has spread') return;
    it('with more late readings than a commit may pack are stored by several, the counter with the last', async () => {
      const [device = 0] = await addDevices(1);
      const sizes: number[] = [];
      await newRecorder(db, now).record(newReading(device, { level: 90 }));
      await db.write
        .updateTable('sensors')
        .set({ packed_until: now - 2 * dayMs })
        .where('device_id', '=', device)
        .execute();
      const recorder = newRecorder(db, now, 100, (readings) => sizes.push(readings));
      const proof = newProof();
      const late = Array.from({ length: 250 }, (_, place) =>
        newReading(device, {
          level: (place % 50) + 1,
          recordedAt: now - 20 * dayMs + place * hourMs,
          isKept: true,
        }),
      );
      const message = { deviceId: device, proof, at: now, readings: late };
      const next = { ...message, proof: newProof(), readings: [newReading(device, { level: 91 })] };
      const [first, copy, other] = await Promise.all([
        recorder.recordSigned(message),
        recorder.recordSigned(message),
        recorder.recordSigned(next),
      ]);
      const many = (status: string) => late.map(() => status);
      assert.deepEqual(statuses(first), many('stored'));
      assert.equal(first.outcome.verdict, 'taken');
      assert.deepEqual(statuses(copy), many('repeated'));
      assert.deepEqual([other.outcome.verdict, ...statuses(other)], ['taken', 'stored']);
      assert.ok(sizes.length > 2, sizes.join());
      const replayed = await recorder.recordSigned(message);
      assert.equal(replayed.outcome.verdict, 'used');
      assert.equal((await levelsOf(device)).length, late.length + 2);
    });
  });
}

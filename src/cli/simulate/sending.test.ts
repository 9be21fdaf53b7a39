import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createRandom } from '../../simulator/random.ts';
import { ReadingBuffer } from './reading-buffer.ts';
import { parseRetryAfter, retryWait } from './send.ts';

test('a full memory gives up its oldest', () => {
  const reading = {
    levelPercent: 1,
    levelCm: 1,
    pumpStatus: 'on' as const,
    latitude: 0,
    longitude: 0,
  };
  const buffer = new ReadingBuffer(2);
  assert.deepEqual(
    [1, 2, 3].map((at) => buffer.put(reading, at)?.takenAt),
    [undefined, undefined, 1],
  );
  assert.equal(buffer.oldest?.takenAt, 2);
});

test('Retry-After is seconds or a date; without it the wait doubles up to a minute', () => {
  const now = Date.parse('2026-11-21T08:00:00Z');
  assert.equal(parseRetryAfter('7', now), 7000);
  assert.equal(parseRetryAfter('Sat, 21 Nov 2026 08:00:30 GMT', now), 30_000);
  assert.equal(parseRetryAfter('soon', now), null);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer(), (failures, seed) => {
      const wait = retryWait(null, failures, now, createRandom(seed));
      const full = Math.min(1000 * 2 ** (failures - 1), 60_000);
      assert.ok(wait >= full / 2 && wait <= full);
    }),
  );
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { levelSentence, readAlertSentence, silenceSentence } from './alert-sentences.ts';

const name = fc.string({ minLength: 1, maxLength: 64 });
const percent = fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10);

describe('what the server writes into its alerts', () => {
  it('is read again as it was meant, whatever the names are', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('low' as const, 'overflow' as const),
        name,
        percent,
        percent,
        (kind, sensor, level, threshold) => {
          const text = levelSentence(kind, sensor, level, threshold);
          assert.deepEqual(readAlertSentence(text), { kind, sensor, level, threshold });
        },
      ),
    );
    fc.assert(
      fc.property(name, fc.integer({ min: 0, max: 10 ** 10 }), (device, span) => {
        const found = readAlertSentence(silenceSentence(device, span));
        assert.ok(found?.kind === 'silence');
        assert.equal(found.device, device);
        assert.equal(silenceSentence(device, span).includes(`${found.count} ${found.unit}`), true);
      }),
    );
  });

  it('rounds a level to a tenth and a silence to the largest unit of which there are two', () => {
    assert.equal(
      levelSentence('low', 'main', 12.34, 20),
      'main: the water is low at 12.3 % (threshold 20 %).',
    );
    const hourMs = 3_600_000;
    for (const [span, text] of [
      [48 * hourMs, '2 days'],
      [48 * hourMs - 1, '47 hours'],
      [2 * hourMs - 1, '119 minutes'],
      [119_999, '119 seconds'],
      [999, '0 seconds'],
    ] as const) {
      assert.equal(silenceSentence('Roof', span), `Roof has not been heard of for ${text}.`);
    }
  });

  it('is not found in what people write', () => {
    for (const text of ['', 'Clean the filter.', 'main: the water is low', '7 days.']) {
      assert.equal(readAlertSentence(text), undefined);
    }
  });
});

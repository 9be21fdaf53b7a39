import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { retryAfterMs } from './retry-after.ts';

const of = (text: string | undefined, date = 'Sat, 21 Nov 2026 08:00:00 GMT') =>
  retryAfterMs({ date, ...(text !== undefined && { 'retry-after': text }) });

describe('the wait that an answer asks for', () => {
  it('is read in seconds, whole or not', () => {
    assert.deepEqual(
      ['0', ' 2', '30', '1.5', '2.'].map((text) => of(text)),
      [...[0, 2000, 30_000, 1500, 2000]],
    );
  });

  it('is read from an instant in each of the three forms of HTTP, by the clock of the answer', () => {
    const forms = [
      'Sat, 21 Nov 2026 08:00:40 GMT',
      'Saturday, 21-Nov-26 08:00:40 GMT',
      'Sat Nov 21 08:00:40 2026 GMT',
    ];
    for (const form of forms) assert.equal(of(form), 40_000, form);
    assert.equal(of('Sat, 21 Nov 2026 07:59:00 GMT'), 0, 'a past one');
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
        fc.integer({ min: 0, max: 100_000 }),
        (date, seconds) => {
          const start = Math.floor(date.getTime() / 1000) * 1000;
          const text = (ms: number) => new Date(ms).toUTCString();
          assert.equal(of(text(start + seconds * 1000), text(start)), seconds * 1000);
        },
      ),
    );
  });

  it('is none where nothing can be made of it', () => {
    for (const text of [undefined, '', '-1', '1e3', 'soon', '2026-11-21', '99999999']) {
      assert.equal(of(text), undefined, text);
    }
    assert.equal(of('Sat, 21 Nov 2026 08:00:40 GMT', ''), undefined, 'no clock of theirs');
  });
});

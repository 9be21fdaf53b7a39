import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readablePhone } from '../words/readable-phone.ts';
import { cursorBefore, splitPhones, storedBeginning } from './phone-search.ts';

describe('searching numbers by how they begin', () => {
  it('takes every form that a number is written in', () => {
    for (const typed of ['0712 345', '+254 712-345', '254712345', '712345']) {
      assert.equal(storedBeginning(typed), '254712345', typed);
    }
    assert.equal(storedBeginning('0'), '254');
    assert.equal(storedBeginning('+25'), '25');
    assert.equal(storedBeginning('011'), '25411');
  });

  it('knows what no number begins with', () => {
    for (const typed of ['Wanjiku', '0712 345 678 9', '2547123456789']) {
      assert.equal(storedBeginning(typed), undefined, typed);
    }
  });

  it('comes by its cursor to exactly those that begin so, first', () => {
    const digits = fc.integer({ min: 0, max: 999_999_999 });
    fc.assert(
      fc.property(
        fc.array(digits),
        digits,
        fc.integer({ min: 3, max: 12 }),
        (list, one, length) => {
          const stored = [...list, one].map((each) => `254${String(each).padStart(9, '0')}`).sort();
          const beginning = `254${String(one).padStart(9, '0')}`.slice(0, length);
          const cursor = cursorBefore(beginning) ?? '';
          const behind = stored.filter((each) => each > cursor);
          const meant = stored.filter((each) => each.startsWith(beginning));
          assert.deepEqual(behind.slice(0, meant.length), meant);
        },
      ),
    );
  });
});

it('a number is read in threes, and what is none as it is', () => {
  assert.equal(readablePhone('254712345678'), '0712\u00a0345\u00a0678');
  assert.equal(readablePhone('22384'), '22384');
});

it('numbers are taken apart however they were listed', () => {
  assert.deepEqual(splitPhones('0712 345 678, 0733000001;\n\n+254 711 000 000 '), [
    '0712 345 678',
    '0733000001',
    '+254 711 000 000',
  ]);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findOptions, fold, mostShown, type Option, toEntries } from './find-options.ts';

const thika = { latitude: -1.03, longitude: 37.07 };
const options: Option[] = [
  ['', 'All devices'],
  ['1', 'Máji Safi', { mark: 'AA:BB:CC:DD:EE:01', at: thika }],
  ['2', 'Maji ya shule', { mark: 'AA:BB:CC:DD:EE:02' }],
];
const found = (search: string, chosen = '') =>
  findOptions(
    toEntries(options, () => 'Thika'),
    search,
    chosen,
  ).shown.map(({ value }) => value);

describe('the search of a select', () => {
  it('finds by name, MAC and place, in any case, with or without diacritics and colons', () => {
    assert.deepEqual(found('maji'), ['1', '2']);
    assert.deepEqual(found('MAJI shu'), ['2']);
    assert.deepEqual(found('aabbccddee01'), ['1']);
    assert.deepEqual(found('dd:ee:02'), ['2']);
    assert.deepEqual(found('thika'), ['1']);
    assert.deepEqual(found('nothing such'), []);
  });

  it('shows what has every word, at most fifty, in order, and none else', () => {
    const names = fc.array(fc.string({ maxLength: 8, unit: 'grapheme' }), { maxLength: 120 });
    fc.assert(
      fc.property(names, fc.string({ maxLength: 4 }), (some, search) => {
        const entries = toEntries(
          some.map((name, index) => [String(index), name] as const),
          undefined,
        );
        const { shown, total } = findOptions(entries, search, '');
        const words = fold(search).split(/\s+/).filter(Boolean);
        const all = entries.filter(({ text }) => words.every((word) => fold(text).includes(word)));
        assert.equal(total, all.length);
        assert.deepEqual(shown, all.slice(0, mostShown));
      }),
    );
  });

  it('has the chosen one among the shown while nothing is typed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.nat(), (count, pick) => {
        const many = Array.from({ length: count }, (_, at) => [String(at), `Tank ${at}`] as const);
        const chosen = String(pick % count);
        const { shown, total } = findOptions(toEntries(many, undefined), '', chosen);
        assert.ok(shown.some(({ value }) => value === chosen));
        assert.equal(shown.length, Math.min(count, mostShown));
        assert.equal(total, count);
      }),
    );
  });
});

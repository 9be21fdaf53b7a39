import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readingFieldList } from '../../../db/tables/reading-fields.ts';
import { csvLineEnd } from '../../../kit/text/csv.ts';
import { listedColumns } from '../queries.ts';
import { renderers } from './reading-renderers.ts';

/** Number of cells before the fields: id, device and sensor. */
const keyCells = 3;

/** What no device sends. */
const reckoned: ReadonlySet<string> = new Set(['filtered_level', 'noise']);

const numbers = fc.record(
  Object.fromEntries(
    readingFieldList.map(({ column, words, range = [-100, 100] }) => {
      const [min, max] = range;
      const number = words
        ? fc.constantFrom(...Object.values(words))
        : fc.double({ min, max, noNaN: true });
      return [column, fc.option(number)];
    }),
  ),
);

describe('CSV of readings', () => {
  it('has what was sent to its last digit, as JSON has it, and what was reckoned with 3 decimals at most', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 4e12 }), (values, at) => {
        const fields = readingFieldList.map(({ column }) => values[column] ?? null);
        const reading = [1, at, ...fields];
        const naming = { deviceId: 12, sensorNames: new Map([[1, 'main']]) };
        const wanted = { columns: listedColumns, from: 0, end: Number.MAX_SAFE_INTEGER };
        const { text } = renderers.readingsAsCsv([reading], [...listedColumns], {
          ...naming,
          wanted,
        });
        const [line = '', end] = new TextDecoder().decode(text).split(csvLineEnd);
        const cells = line.split(',').slice(keyCells);
        assert.equal(end, '');
        assert.equal(cells.length, readingFieldList.length + 1);
        readingFieldList.forEach(({ column, words }, index) => {
          const [cell = '', value] = [cells[index], fields[index]];
          if (words || value === null || value === undefined) return;
          if (!reckoned.has(column)) {
            assert.equal(cell, String(value));
            return;
          }
          assert.match(cell, /^-?\d+(\.\d{1,3})?$/, `${value}`);
          assert.ok(Math.abs(Number(cell) - value) <= 0.51e-3, `${value} ${cell}`);
        });
      }),
    );
  });
});

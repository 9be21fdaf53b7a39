import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { armed, csvLine, parseCsvLine, plainCell } from './csv.ts';
import { readCsvFile } from './csv-file.ts';

const noHeader = () => undefined;

describe('a file of CSV', () => {
  it('is read with the separator that its first line has most of', () => {
    for (const mark of [',', ';', '\t']) {
      const { lines } = readCsvFile(`a${mark}b${mark}c\r\n"d${mark}e"${mark}f`, noHeader);
      assert.deepEqual(
        Array.from(lines, ({ cells }) => cells),
        [
          ['a', 'b', 'c'],
          [`d${mark}e`, 'f'],
        ],
      );
    }
  });

  it('counts empty lines and leaves them out, with a header before or without', () => {
    const text = '\uFEFF\n\nname\n;;\nAmina\r\rJuma';
    const withHeader = readCsvFile(text, ([first]) => (first === 'name' ? 'found' : undefined));
    assert.equal(withHeader.header, 'found');
    assert.deepEqual(
      Array.from(withHeader.lines, ({ at, line }) => [at, line]),
      [
        [5, 'Amina'],
        [7, 'Juma'],
      ],
    );
    assert.equal([...readCsvFile(text, noHeader).lines].length, 3);
  });

  it('loses only the line whose quotes do not match', () => {
    const { lines } = readCsvFile('a,b\n"c,d\ne,f', noHeader);
    assert.deepEqual(
      Array.from(lines, ({ cells }) => cells),
      [['a', 'b'], undefined, ['e', 'f']],
    );
  });

  it('gives cells back as they were written, safe in a spreadsheet in between', () => {
    const text = fc
      .string({ unit: fc.constantFrom(...`a ,;"'=+-@ä＝＠`) })
      .map((text) => text.trim());
    fc.assert(
      fc.property(text, (text) => {
        const [cell] = parseCsvLine(csvLine([armed(text)]), ',') ?? [];
        assert.equal(plainCell(cell), text);
      }),
    );
  });
});

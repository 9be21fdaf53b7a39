import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { isValueLike, parseCsvLine } from '../../kit/text/csv.ts';
import { type Cells, columnNames } from './columns.ts';
import { readDeviceFile, refusedFileHeader, refusedFileLine } from './device-file.ts';

/** What a file of refused lines says of a line, read back. */
function readBack(cells: Cells): Cells | undefined {
  return [...readDeviceFile(refusedFileHeader + refusedFileLine(cells, 'why')).lines][0]?.cells;
}

/** The cells that a spreadsheet opens, by column. */
function openedCells(cells: Cells): string[] {
  return parseCsvLine(refusedFileLine(cells, 'why').trimEnd(), ',') ?? [];
}

const likeValues = [
  ...['00123456', '867530900000012', '12E4567', '1/2', '5-3', 'Mar 5', 'TRUE', '0712345678'],
  ...["'1/2", "''007", '-5-mar', "'-5-mar", '=1+1', "'=1+1", "'Kwa Juma'", '="x"', '2026.0101.042'],
];

it('a spreadsheet finds no serial, name, person or group that it would write in another form', () => {
  for (const text of likeValues) {
    const cells = { mac_or_serial: text, name: text, owner: text, group: text, share: text };
    const opened = openedCells(cells);
    for (const column of Object.keys(cells)) {
      const cell = opened[(columnNames as readonly string[]).indexOf(column)] ?? '';
      assert.ok(cell.startsWith("'") || !isValueLike(cell), `${column} ${text}: ${cell}`);
    }
  }
});

it('amounts stay numbers for a spreadsheet', () => {
  const opened = openedCells({ mac_or_serial: 'KS-0001', capacity: '5000', high: '90' });
  assert.deepEqual(opened.slice(2, 4), ['5000', '90']);
});

it('whatever stands in a name, a group or a sensor is read back as it was written', () => {
  const text = fc
    .oneof(
      fc.constantFrom(...likeValues),
      fc.string({ unit: fc.constantFrom(...`a1 ,;"'=+-@/:.eE`), minLength: 1, maxLength: 12 }),
    )
    .map((text) => text.trim())
    .filter((text) => text !== '');
  fc.assert(
    fc.property(text, (text) => {
      const back = readBack({ mac_or_serial: 'KS-0001', name: text, group: text, sensor: text });
      assert.deepEqual([back?.name, back?.group, back?.sensor], [text, text, text]);
    }),
  );
});

it('serials and numbers of people are read back as they were written', () => {
  for (const text of likeValues.filter((each) => /^[\w.-]+$/.test(each))) {
    assert.equal(readBack({ mac_or_serial: text })?.mac_or_serial, text);
    assert.equal(readBack({ mac_or_serial: 'KS-0001', owner: text })?.owner, text);
  }
});

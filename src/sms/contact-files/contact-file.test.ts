import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import papaparse from 'papaparse';
import { anyCharacter } from '../../../test/helpers/any-character.ts';
import { contactFileHeader, contactFileLine, readContactFile } from './contact-file.ts';
import { readContacts } from './contact-list.ts';

/** Reads a file as the import does: what it stores, and the lines that it rejects. */
async function read(text: string) {
  const { contacts, rejections } = await readContacts(readContactFile(text, 10_000).written);
  return {
    contacts: contacts.map(({ phone, name }) => ({ phone, name })),
    lines: rejections.map(({ at }) => at),
  };
}

const phone = fc
  .tuple(fc.constantFrom('7', '1'), fc.stringMatching(/^\d{8}$/))
  .map(([first, rest]) => `254${first}${rest}`);
const name = fc.oneof(
  fc.constant(null),
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      // Characters that are hard in CSV, and in a spreadsheet.
      fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '"', ',', ';', ' ', 'a') }),
    )
    .map((text) => text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, '').trim())
    .filter((text) => text !== '' && [...text].length <= 100),
);
const contact = fc.tuple(phone, name).map(([aPhone, aName]) => ({ phone: aPhone, name: aName }));
const contacts = fc.uniqueArray(contact, {
  selector: (each) => each.phone,
  maxLength: 30,
});

/** Opens a file and saves it, as Excel does: what looks like an amount, a date or a truth value becomes one. */
function saveBySpreadsheet(file: string, delimiter: string): string {
  const { data } = papaparse.parse<string[]>(file.replace(/^\uFEFF/, ''), { newline: '\r\n' });
  const cells = data.map((row) => row.map((cell) => showAsValue(cell)));
  return papaparse.unparse(cells, { delimiter, newline: '\r\n' });
}

function showAsValue(cell: string): string {
  if (/^[+-]?[\d.]+(e[+-]?\d+)?$/i.test(cell)) {
    const amount = Number(cell);
    return amount >= 1e11 ? amount.toExponential(5).toUpperCase() : String(amount);
  }
  if (/^(true|false)$/i.test(cell)) return cell.toUpperCase();
  if (/^\d+[/:-]\d+$|^\d+-\p{L}{3}$|^\p{L}{3} \d+$/u.test(cell)) return '45356';
  return cell;
}

describe('a file of contacts', () => {
  it('comes back as it was exported', async () => {
    await fc.assert(
      fc.asyncProperty(contacts, async (given) => {
        const file = contactFileHeader + given.map(contactFileLine).join('');
        assert.deepEqual(await read(file), { contacts: given, lines: [] });
      }),
    );
  });

  it('comes back as it was where a spreadsheet has opened and saved it', async () => {
    const value = fc.stringMatching(
      /^'?(0\d{1,9}|\d{1,2}[/:-]\d{1,2}|1e\d|true|FALSE|[Mm]ar 5|5-May)$/,
    );
    const valued = fc.tuple(contact, value).map(([each, text]) => ({ ...each, name: text }));
    const list = fc.uniqueArray(fc.oneof(contact, valued), { selector: (each) => each.phone });
    await fc.assert(
      fc.asyncProperty(list, fc.constantFrom(',', ';', '\t'), async (given, delimiter) => {
        const file = contactFileHeader + given.map(contactFileLine).join('');
        const saved = saveBySpreadsheet(file, delimiter);
        assert.deepEqual(await read(saved), { contacts: given, lines: [] });
      }),
    );
  });

  it('runs nothing in a spreadsheet', () => {
    fc.assert(
      fc.property(contact, (each) => {
        const [, cell = ''] = contactFileLine(each).trimEnd().split(/,(.*)/s);
        assert.doesNotMatch(cell.replace(/^"/, ''), /^[=+\-@\t\r]/);
      }),
    );
  });

  it('loses no good line to the bad ones among them', async () => {
    const bad = fc.constantFrom(
      'x',
      '"0712345678',
      '0712345678,"a"b"',
      '12,x',
      ';;x',
      '"a\u0001",1',
    );
    await fc.assert(
      fc.asyncProperty(
        contacts,
        fc.array(fc.tuple(bad, fc.nat()), { maxLength: 10 }),
        async (given, insertions) => {
          const lines = given.map((each) => contactFileLine(each).trimEnd());
          for (const [line, place] of insertions) lines.splice(place % (lines.length + 1), 0, line);
          const good = new Set(given.map((each) => contactFileLine(each).trimEnd()));
          const expected = lines.flatMap((line, index) => (good.has(line) ? [] : [index + 2]));
          const result = await read(contactFileHeader + lines.join('\n'));
          assert.deepEqual(result, { contacts: given, lines: expected });
        },
      ),
    );
  });

  it('takes whatever is thrown at it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter }), async (text) => {
        const { contacts: taken } = await read(text);
        for (const { phone: stored } of taken) assert.match(stored, /^254[17]\d{8}$/);
      }),
    );
  });

  it('may have a header, in any order and language, or none', async () => {
    const expected = [{ phone: '254712345678', name: 'Juma' }];
    for (const file of [
      '0712345678,Juma',
      'phone,name\n0712345678,Juma',
      'Name\tPhone_Number\nJuma\t0712345678\n',
      'Jina;NAMBA\r\nJuma;0712345678',
      '\n"Email","Mobile","Full name"\r"j@x","0712345678","Juma"',
      "Number,Name\n'+254712345678,Juma",
      'Contact,Contact,\nName,Phone,Notes\nJuma,0712345678,pays late',
      'Customer,,Contact\nID,Name,Mobile,Phone\n7,Juma,0712345678,',
      'Name,Phone\nJina,Simu\nJuma,0712345678',
      '"Name" , "Phone" \n"Juma" ,"0712345678"  \n',
    ]) {
      assert.deepEqual(await read(file), { contacts: expected, lines: [] }, file);
    }
    const { contacts: unnamed } = await read('simu\n0712345678');
    assert.deepEqual(unnamed, [{ phone: '254712345678', name: null }]);
  });

  it('may have been pasted into one column, each line a cell in quotes', async () => {
    const texts = fc.array(fc.stringMatching(/^[A-Za-z][A-Za-z ,;"]{0,10}[A-Za-z]$/), {
      minLength: 1,
      maxLength: 12,
    });
    const delimiter = fc.constantFrom(',', ';', '\t', '|');
    await fc.assert(
      fc.asyncProperty(
        texts,
        delimiter,
        fc.constantFrom('\n', '\r\n', '\r'),
        async (names, mark, end) => {
          const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const rows = names.map((name, at) => `${cell(name)}${mark}07${10_000_000 + at}`);
          const lines = [`Full name${mark}Phone`, ...rows];
          const { contacts, lines: rejected } = await read(lines.map(cell).join(end));
          assert.deepEqual(rejected, []);
          assert.deepEqual(
            contacts.map(({ name }) => name),
            names,
          );
        },
      ),
    );
    const { contacts } = await read('"Customers, all of them"\n"0712345678, 0733000001"\n');
    assert.equal(contacts.length, 2);
  });

  it('reads the numbers of a cell of several lines, with headings and without', async () => {
    const cell = fc.array(phone, { minLength: 1, maxLength: 8 });
    const table = fc.record({
      cells: fc.array(cell, { minLength: 1, maxLength: 6 }),
      header: fc.constantFrom('', 'phone'),
      name: fc.constantFrom('', ',Asha', ',"Asha"'),
      end: fc.constantFrom('\n', '\r\n'),
    });
    await fc.assert(
      fc.asyncProperty(table, async ({ cells, header, name, end }) => {
        const title = header && name ? `${header},name` : header;
        const rows = cells.map((numbers) =>
          numbers.length > 1 ? `"${numbers.join(end)}"${name}` : `${numbers[0]}${name}`,
        );
        const { contacts, lines } = await read((title ? [title, ...rows] : rows).join(end));
        assert.deepEqual(
          [contacts.map(({ phone }) => phone), lines],
          [[...new Set(cells.flat())], []],
        );
        const names = new Set(contacts.map(({ name }) => name));
        assert.deepEqual([...names], [name ? 'Asha' : null]);
      }),
    );
    // Beyond a quote that nothing closes, lines are of their own.
    const stray = await read('0722000001\n"0712345678\n0733123456\n0733123457');
    assert.deepEqual([stray.contacts.length, stray.lines], [3, [2]]);
    const closed = await read('0722000001\n"0712345678\n0733123456\n"0733123457"');
    assert.deepEqual([closed.contacts.length, closed.lines], [3, [2]]);
  });

  it('is read no further than is taken', () => {
    const file = readContactFile('0712345678\n'.repeat(1_000_000), 10);
    assert.equal([...file.written].length, 10);
    assert.equal(file.count(), 11);
    const blank = readContactFile(',;"\n\r\n \u3000\r'.repeat(1000), 10);
    assert.deepEqual([[...blank.written], blank.count()], [[], 0]);
  });

  it('loses a line that nobody writes, and no other', async () => {
    const long = `0712345678,${'"",'.repeat(4000)}`;
    const { written } = readContactFile(`${long}\n0712345678,Juma`, 10);
    assert.deepEqual(
      [...written].map(({ fault }) => fault),
      ['is a line of more than 10000 characters', undefined],
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import papaparse from 'papaparse';
import { anyCharacter } from '../../../test/helpers/any-character.ts';
import { csvLine } from './csv.ts';

const file = { delimiter: ',', newline: '\r\n' } as const;
const unit = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 });

describe('csv', () => {
  it('leaves plain texts as they are and quotes the others', () => {
    assert.equal(csvLine(['a', 'b c', '']), 'a,b c,');
    assert.equal(csvLine(['a,b', 'say "no"', 'two\nlines']), '"a,b","say ""no""","two\nlines"');
  });

  it('quotes what spreadsheets of some countries would divide', () => {
    assert.equal(csvLine(['roof; north', 'a', 'b\tc']), '"roof; north",a,"b\tc"');
  });

  it('disarms what a spreadsheet would run', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=1\n=2', '=1;2']) {
      assert.equal(csvLine([text]), `"'${text}"`);
    }
    for (const text of ['＝1+1', '＋1', '－1', '＠SUM(A1)']) {
      assert.equal(csvLine([text]), `"'${text}"`);
    }
    for (const text of ['a=1', "'=1", '1-1', 'a＝1']) assert.equal(csvLine([text]), text);
  });

  it('comes back as it was, but that no cell begins a formula', () => {
    const marks = [...'=+-@＝＋－＠\t\r'];
    const text = fc.string({ unit: fc.oneof(fc.constantFrom(...marks, ...';,"\'\na'), unit) });
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), (texts) => {
        const { data } = papaparse.parse<string[]>(csvLine(texts), file);
        const isFormula = (each: string) => marks.includes(each.charAt(0));
        assert.deepEqual(data, [texts.map((each) => (isFormula(each) ? `'${each}` : each))]);
      }),
    );
  });

  it('keeps each cell whole where a semicolon divides them', () => {
    const text = fc.string({ unit: fc.constantFrom(...'a;," ') });
    fc.assert(
      fc.property(text, (text) => {
        const { data } = papaparse.parse<string[]>(csvLine([text]), { ...file, delimiter: ';' });
        // A comma alone needs no quotes for that.
        assert.deepEqual(data[0] ?? [''], [text]);
      }),
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import papaparse from 'papaparse';
import { csvLine } from './csv.ts';

describe('csv', () => {
  it('leaves plain texts as they are and quotes the others', () => {
    assert.equal(csvLine(['a', 'b c', '']), 'a,b c,');
    assert.equal(csvLine(['a,b', 'say "no"', 'two\nlines']), '"a,b","say ""no""","two\nlines"');
  });

  it('disarms what a spreadsheet would run', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=1\n=2']) {
      assert.equal(csvLine([text]), `"'${text}"`);
    }
    for (const text of ['a=1', "'=1", '1-1']) assert.equal(csvLine([text]), text);
  });

  it('comes back as it was', () => {
    const harmless = fc.string({ unit: 'binary' }).filter((text) => !/^[=+\-@\t\r]/.test(text));
    fc.assert(
      fc.property(fc.array(harmless, { minLength: 2, maxLength: 5 }), (texts) => {
        const { data } = papaparse.parse(csvLine(texts), { delimiter: ',', newline: '\r\n' });
        assert.deepEqual(data, [texts]);
      }),
    );
  });
});

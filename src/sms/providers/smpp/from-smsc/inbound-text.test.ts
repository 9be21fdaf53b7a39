import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { encodeGsm, septetsOf } from '../../../../kit/text/gsm-alphabet.ts';
import { encodeUcs2 } from '../../../text/split-into-parts.ts';
import { decodeText } from './inbound-text.ts';

const ucs2 = 8;
const codings = fc.constantFrom(0, 1, 3, 4, ucs2, 0x10, 0x18, 0xe0, 0xf0);
const alphabets = fc.constantFrom('gsm', 'latin1', 'ascii');
const big = (text: string) => encodeUcs2(text, 0, text.length);
const little = (text: string) => Buffer.from(text, 'utf16le');
const latin = fc.stringMatching(/^[ -~é]{2,40}$/);

describe('texts of a wrong data coding', () => {
  it('are read as UCS-2 of either order where every other octet is 0', () => {
    const written = fc.constantFrom(big, little);
    fc.assert(
      fc.property(latin, written, codings, alphabets, (text, write, coding, alphabet) => {
        assert.equal(decodeText(write(text), coding, alphabet), text);
      }),
    );
  });

  it('are read by the mark of their order, which is left out, as are those of further parts', () => {
    const written = fc.constantFrom(big, little);
    const parts = fc.array(fc.stringMatching(/^[ -~éሰላም’]{1,20}$/), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(parts, written, codings, alphabets, (texts, write, coding, alphabet) => {
        const octets = Buffer.concat(texts.map((text) => write(`\ufeff${text}`)));
        assert.equal(decodeText(octets, coding, alphabet), texts.join(''));
      }),
    );
  });

  it('are read as UTF-8 where they are that, and no ASCII', () => {
    const other = codings.filter((coding) => ![ucs2, 0x18, 0xe0].includes(coding));
    const text = fc.stringMatching(/^[ -~é’ሰላمم😀]{1,40}$/u).filter((each) => /[^ -~]/.test(each));
    fc.assert(
      fc.property(text, other, alphabets, (each, coding, alphabet) => {
        assert.equal(decodeText(Buffer.from(each), coding, alphabet), each);
        const latin1 = Buffer.from('Café à 5£', 'latin1');
        assert.equal(decodeText(latin1, 3, alphabet), 'Café à 5£');
      }),
    );
  });

  it('are read as ASCII where they are words and called UCS-2', () => {
    for (const text of ['STOP', 'STOP.', 'Maji yameisha', 'Acha!', 'Ndio, leo']) {
      assert.equal(decodeText(Buffer.from(text), ucs2, 'gsm'), text);
    }
  });

  it('leave UCS-2 of other scripts alone', () => {
    const written = ['你好', '谢谢你', 'مرحبا', 'ሰላም', 'Привет', 'Ω≈ç', '😀😀', 'a😀', 'ДА'];
    for (const text of written) assert.equal(decodeText(big(text), ucs2, 'gsm'), text);
  });

  it('leave every text of the GSM alphabet alone in which `@` is not each other character', () => {
    const gsm = fc
      .string({ unit: fc.constantFrom(...'@£$¥èé ABCabc019?!\n'), minLength: 1, maxLength: 60 })
      .filter((text) => !/^(@[^@]){2,}$|^([^@]@){2,}$/.test(text));
    fc.assert(
      fc.property(gsm, (text) => {
        const size = [...text].reduce((sum, each) => sum + septetsOf(each.charCodeAt(0)), 0);
        const octets = encodeGsm(text, 0, text.length, size);
        assert.equal(decodeText(octets, 0, 'gsm'), text);
      }),
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { readPhoneCell } from './phone-cell.ts';

const national = fc
  .tuple(fc.constantFrom('7', '1'), fc.stringMatching(/^\d{8}$/))
  .map(([first, rest]) => first + rest);

/** Digits of another script, whose zero has the code. */
function inDigitsFrom(zero: number, digits: string): string {
  return [...digits].map((digit) => String.fromCharCode(zero + Number(digit))).join('');
}

/** Forms in which one number comes out of files. */
const forms: ((digits: string) => string)[] = [
  (digits) => `0${digits}`,
  (digits) => digits,
  (digits) => `254${digits}`,
  (digits) => `+254 ${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`,
  (digits) => `00254${digits}`,
  (digits) => `+254 (0) ${digits}`,
  (digits) => `="0${digits}"`,
  (digits) => `'0${digits}`,
  (digits) => `’0${digits}`,
  (digits) => `=254${digits}`,
  (digits) => `tel:+254${digits}`,
  (digits) => `0${digits.slice(0, 3)}/${digits.slice(3)}`,
  (digits) => `+254/${digits}`,
  (digits) => `0${digits.slice(0, 3)}_${digits.slice(3, 6)}_${digits.slice(6)}`,
  (digits) => `0${digits.slice(0, 3)}\u00b7${digits.slice(3)}`,
  (digits) => `\u202a+254${digits}\u202c`,
  (digits) => `0${digits.slice(0, 3)}\u00a0${digits.slice(3)}`,
  (digits) => `0${digits.slice(0, 3)}\u2011${digits.slice(3)}\u200b`,
  (digits) => `${digits}.0`,
  (digits) => `000254${digits}`,
  (digits) => `++254${digits}`,
  (digits) => `+254 0${digits}`,
  (digits) => `0${inDigitsFrom(0xff10, digits)}`,
  (digits) => inDigitsFrom(0x660, `0${digits}`),
  (digits) => inDigitsFrom(0x6f0, `254${digits}`),
  (digits) => `254${digits},00`,
  (digits) => `2.54${digits}E+11`,
  (digits) => `2.54${digits}0000e+11`,
  (digits) => `${digits}.00000000`,
  (digits) => `${digits[0]},${digits.slice(1)}E+08`,
  (digits) => `254,${digits.slice(0, 3)},${digits.slice(3, 6)},${digits.slice(6)}`,
];
const form = fc.constantFrom(...forms);

describe('a cell of numbers', () => {
  it('is one number in every form of it, which is its own form', () => {
    fc.assert(
      fc.property(national, form, (digits, write) => {
        const { phones, isDamaged } = readPhoneCell(write(digits));
        assert.deepEqual([phones, isDamaged], [[`254${digits}`], false], write(digits));
        assert.deepEqual(readPhoneCell(`254${digits}`), {
          phones: [`254${digits}`],
          mend: undefined,
          isDamaged: false,
        });
      }),
      { numRuns: 5000 },
    );
  });

  it('agrees with libphonenumber-js on numbers of the world', () => {
    const number = fc.oneof(
      fc.stringMatching(/^\+[1-9]\d{7,13}$/),
      fc.stringMatching(/^\+?25[3-6]0?[17]\d{8}$/),
      fc.stringMatching(/^(0|00254|254|\+254)[1-9]\d{7,9}$/),
    );
    fc.assert(
      fc.property(number, (text) => {
        const parsed = parsePhoneNumberFromString(text, 'KE');
        const [phone] = readPhoneCell(text).phones;
        const isKenyanMobile = parsed?.country === 'KE' && parsed.getType() === 'MOBILE';
        // Of what it knows, we take Kenyan mobiles alone; ranges that are not assigned yet are taken too.
        if (isKenyanMobile) assert.equal(phone, parsed?.number.slice(1), text);
        else if (parsed?.isValid()) assert.equal(phone, undefined, text);
        if (phone !== undefined) assert.match(phone, /^254[17]\d{8}$/);
      }),
      { numRuns: 20_000 },
    );
  });

  it('may be several, with any usual mark between them', () => {
    const between = fc.constantFrom(
      ' ::: ',
      ', ',
      ';',
      ' / ',
      '/',
      '|',
      ' & ',
      '\n',
      ' or ',
      ' au ',
      '  ',
    );
    const some = fc.uniqueArray(national, { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(some, between, (numbers, mark) => {
        const cell = readPhoneCell(numbers.map((digits) => `+254${digits}`).join(mark));
        assert.deepEqual(
          cell.phones,
          numbers.map((digits) => `254${digits}`),
        );
        assert.equal(cell.mend, 'several');
      }),
    );
  });

  it('is known to have lost digits, and none is guessed', () => {
    fc.assert(
      fc.property(national, fc.integer({ min: 0, max: 7 }), (digits, kept) => {
        for (const text of [
          `2.54${digits.slice(0, kept)}E+11`,
          `${digits[0]}.${digits.slice(1, 1 + kept)}e8`,
        ]) {
          assert.deepEqual(readPhoneCell(text.replace('.e', 'e')), {
            phones: [],
            mend: undefined,
            isDamaged: true,
          });
        }
      }),
    );
  });

  it('is none where it is not beyond doubt', () => {
    for (const text of [
      ...['', '-', 'n/a', '0', '12345', '07123456789', '071234567', '0712345678x', '07l2345678'],
      ...['+255 712345678', '255712345678', '+1 415 555 0100', '1712345678', 'ID 712345678'],
      ...['1/112345678', '30712345678', '0712345678712345678', '020 2345678', '2.5E+7x'],
    ]) {
      assert.deepEqual(readPhoneCell(text).phones, [], text);
    }
  });

  it('may have words beside its number', () => {
    for (const text of [
      'Mobile: 0712345678',
      '0712 345 678 (Mama)',
      'Safaricom - +254712345678',
      '0712345678 ext 5',
    ]) {
      assert.deepEqual(readPhoneCell(text).phones, ['254712345678'], text);
      assert.equal(readPhoneCell(text).mend, 'words');
    }
  });
});

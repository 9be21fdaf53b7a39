import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { normalisePhone, phoneOfNetwork, phonePattern } from './phone.ts';

const national = fc
  .tuple(fc.constantFrom('7', '1'), fc.stringMatching(/^\d{8}$/))
  .map(([first, rest]) => first + rest);
const prefix = fc.constantFrom('0', '254', '+254');
const separators = fc.array(fc.constantFrom('', '', '', ' ', '-', '.', '(', ')'), {
  minLength: 14,
  maxLength: 14,
});

/** Digits with forgiven characters between them, a leading `+` left in front. */
function scatter(number: string, between: string[]): string {
  const plus = number.startsWith('+') ? '+' : '';
  const digits = [...number.slice(plus.length)];
  return plus + digits.map((digit, index) => digit + (between[index] ?? '')).join('');
}

describe('a number as a network writes it', () => {
  it('is the one that is written to, in all forms of both', () => {
    fc.assert(
      fc.property(
        national,
        fc.constantFrom(
          '',
          '0',
          '254',
          '+254',
          '00254',
          '2540',
          '+2540',
          '00',
          '000254',
          '0254',
          '++254',
        ),
        separators,
        (digits, before, between) => {
          const text = scatter(before + digits, between);
          assert.equal(phoneOfNetwork(text), `254${digits}`);
          const asWritten = normalisePhone(text);
          if (asWritten !== undefined) assert.equal(phoneOfNetwork(text), asWritten);
          assert.equal(phoneOfNetwork(`254${digits}`), `254${digits}`);
        },
      ),
    );
  });

  it('is none of another country, no short code and no name', () => {
    for (const text of ['22384', '0203456789', '255712345678', '+14155550100', '12345678']) {
      assert.equal(phoneOfNetwork(text), undefined, text);
    }
    for (const text of ['', 'Safaricom', '7123456789', '71234567', '2547123456789', '٠٧١٢٣٤٥٦٧٨']) {
      assert.equal(phoneOfNetwork(text), undefined, text);
    }
    assert.equal(phoneOfNetwork(`${' '.repeat(64)}0712345678`), undefined);
  });
});

describe('the phone rule', () => {
  it('takes every form of decisions.md and answers one', () => {
    for (const text of ['0712345678', '254712345678', '+254712345678', ' (0712) 345-678 ']) {
      assert.equal(normalisePhone(text), '254712345678', text);
    }
    assert.equal(normalisePhone('0112.345.678'), '254112345678');
  });

  it('agrees with libphonenumber-js on every Kenyan mobile number that it knows', () => {
    fc.assert(
      fc.property(prefix, national, (start, rest) => {
        const parsed = parsePhoneNumberFromString(start + rest, 'KE');
        const type = parsed?.getType();
        // Ranges that are not assigned yet are taken by us, and refused by the network.
        fc.pre(parsed?.isValid() === true && type === 'MOBILE');
        const known = parsed?.number.slice(1) ?? '';
        assert.equal(normalisePhone(start + rest), known);
        // What comes in is what goes out, and is settled.
        assert.equal(phoneOfNetwork(start + rest), known);
        assert.equal(normalisePhone(known), known);
        assert.equal(phoneOfNetwork(known), known);
      }),
      { numRuns: 20_000 },
    );
  });

  it('forgives separators wherever they stand', () => {
    fc.assert(
      fc.property(prefix, national, separators, (start, rest, between) => {
        assert.equal(normalisePhone(scatter(start + rest, between)), `254${rest}`);
      }),
    );
  });

  it('forgives what is not seen, wherever it stands', () => {
    const unseen = fc.array(
      fc
        .constantFrom(...['', '', '\u202a', '\u202c', '\u2066', '\u2069', '\u200b', '\ufeff'])
        .chain((one) => fc.constantFrom(one, '\u00a0', '\u202f', '\u2011', '\u2013', '\u00ad'))
        .chain((one) => fc.constantFrom(one, '\r\n', '\t', '\0', '\ufe0f')),
      { minLength: 15, maxLength: 15 },
    );
    fc.assert(
      fc.property(prefix, national, unseen, (start, rest, between) => {
        const text =
          [...(start + rest)].map((sign, at) => between[at] + sign).join('') + between[14];
        assert.equal(normalisePhone(text), `254${rest}`);
        assert.equal(phoneOfNetwork(text), `254${rest}`);
        assert.ok(new RegExp(phonePattern, 'u').test(text));
      }),
    );
  });

  it('is settled by its own answer', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[+0-9 ().-]{8,16}$/)), (text) => {
        const once = normalisePhone(text);
        if (once === undefined) return;
        assert.match(once, /^254[17]\d{8}$/);
        assert.equal(normalisePhone(once), once);
      }),
    );
  });

  it('is the same rule in schemas', () => {
    const rule = new RegExp(phonePattern, 'u');
    const near = fc.stringMatching(
      /^\u202a?\+{0,2}[ (\u00a0]?(0|254|2 54|255|)[127][0-9 ().+-]{7,14}$/,
    );
    const anything = fc.oneof(fc.string({ maxLength: 64 }), near);
    fc.assert(
      fc.property(anything, (text) => {
        assert.equal(rule.test(text), normalisePhone(text) !== undefined);
      }),
      { numRuns: 5000 },
    );
    fc.assert(
      fc.property(prefix, national, separators, (start, rest, between) => {
        assert.ok(rule.test(scatter(start + rest, between)));
      }),
    );
  });

  it('is soon done with a text that is all blanks, however long', () => {
    const blanks = ' '.repeat(1_000_000);
    for (const text of [blanks, `+${blanks}`, `0712345678${blanks}x`]) {
      assert.equal(new RegExp(phonePattern).test(text), false);
    }
  });

  it('refuses anything else', () => {
    const wrong = [
      ...['', ' ', '+', '712345678', '0812345678', '07123456789', '071234567', '2540712345678'],
      ...['+2540712345678', '++254712345678', '254 +712345678', '00254712345678', '255712345678'],
      ...['0712345678x', '07l2345678', '0712345678\n9', '٠٧١٢٣٤٥٦٧٨', '0712\\n345678'],
      ...[712345678, 254712345678, null, undefined, {}, ['0712345678'], true],
      `0712345678${' '.repeat(60)}`,
    ];
    for (const text of wrong) assert.equal(normalisePhone(text), undefined, String(text));
  });
});

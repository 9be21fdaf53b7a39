import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { identityOf, readDeviceName } from './identity.ts';

const octets = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 6, maxLength: 6 });
const hex = (octet: number) => octet.toString(16).padStart(2, '0');
const anyCase = (text: string) =>
  fc.mixedCase(fc.constant(text)).chain((mixed) => fc.constantFrom(mixed, ` ${mixed}\t`));
const formsOf = (bytes: number[]) => {
  const pairs = bytes.map(hex);
  const plain = pairs.join('');
  return [pairs.join(':'), pairs.join('-'), plain, plain.replaceAll(/.{4}(?!$)/g, '$&.')];
};

describe('identity', () => {
  it('reads the documented forms of a MAC as one', () => {
    for (const form of [
      'AA:BB:CC:DD:EE:FF',
      'aa-bb-cc-dd-ee-ff',
      'AABBCCDDEEFF',
      ' aabb.ccdd.eeff ',
    ]) {
      assert.deepEqual(readDeviceName(form), {
        macOrSerial: 'AA:BB:CC:DD:EE:FF',
        identity: 'AA:BB:CC:DD:EE:FF',
      });
    }
  });

  it('reads a MAC as programs print it, which no serial can be', () => {
    fc.assert(
      fc.property(octets, fc.boolean(), (bytes, isShort) => {
        const pairs = bytes.map(hex);
        const given = isShort ? bytes.map((octet) => octet.toString(16)) : pairs;
        const whole = pairs.join(':').toUpperCase();
        for (const between of [':', ' ', ': ', '%3A', '%3a', '\u2011', '\u2013', '\uff1a']) {
          assert.equal(identityOf(given.join(between)), whole, given.join(between));
        }
        for (const form of formsOf(bytes)) {
          for (const [open, close] of ['""', "''", '[]', '{}', '<>', '()']) {
            assert.equal(identityOf(`${open}${form}${close}`), whole, form);
          }
        }
      }),
    );
  });

  it('answers a serial as it was written and compares it without case', () => {
    assert.deepEqual(readDeviceName('  Tank-07b '), {
      macOrSerial: 'Tank-07b',
      identity: 'TANK-07B',
    });
  });

  it('takes what only resembles a MAC for a serial', () => {
    for (const text of [
      'AA:BB-CC:DD:EE:FF',
      'AA:BB:CC:DD:EE',
      'AABB:CCDD:EEFF',
      'GG:BB:CC:DD:EE:FF',
    ]) {
      assert.equal(identityOf(text), text);
      assert.equal(readDeviceName(text).macOrSerial, text);
    }
  });

  it('holds: every form of a MAC in any case is the same device, and no other', () => {
    fc.assert(
      fc.property(
        octets.chain((bytes) =>
          fc.tuple(fc.constant(bytes), fc.oneof(...formsOf(bytes).map(anyCase))),
        ),
        octets,
        ([bytes, form], others) => {
          const answered = bytes.map(hex).join(':').toUpperCase();
          assert.deepEqual(readDeviceName(form), { macOrSerial: answered, identity: answered });
          const isSame = bytes.every((octet, index) => octet === others[index]);
          assert.equal(identityOf(others.map(hex).join('')) === answered, isSame);
        },
      ),
    );
  });

  it('holds: case and space around it do not matter, and an identity is its own identity', () => {
    const ascii = fc.string({ minLength: 1, maxLength: 64 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(ascii, (text) => {
        assert.equal(identityOf(text.toLowerCase()), identityOf(text.toUpperCase()));
        assert.equal(identityOf(` ${text} `), identityOf(text));
      }),
    );
    const unicode = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 });
    fc.assert(
      fc.property(unicode, (text) => {
        assert.equal(identityOf(identityOf(text)), identityOf(text));
      }),
    );
  });
});

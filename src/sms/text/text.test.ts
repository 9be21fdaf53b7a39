import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/helpers/any-character.ts';
import { decodeGsm, encodeGsm, septetsOf } from '../../kit/text/gsm-alphabet.ts';
import { encodingOf } from './segments.ts';
import { decodeUcs2, splitIntoParts } from './split-into-parts.ts';

const extension = '\f^{}\\[~]|€';
const everyUnit = Array.from({ length: 0x10000 }, (_, unit) => unit);
const plain = everyUnit
  .filter((unit) => septetsOf(unit) === 1)
  .map((unit) => String.fromCharCode(unit));
const gsmText = fc.string({ unit: fc.constantFrom(...plain, ...extension), maxLength: 1000 });
const anyText = fc.oneof(
  gsmText,
  fc.string({ unit: anyCharacter, maxLength: 500 }),
  fc.string({ unit: fc.constantFrom('😀', 'a', 'ш', '\ud83d', '\ude00'), maxLength: 500 }),
);

const decode = { gsm7: decodeGsm, ucs2: decodeUcs2 };
const limits = {
  gsm7: { alone: 160, part: 153 },
  ucs2: { alone: 140, part: 134 },
};

describe('the GSM alphabet', () => {
  it('has 127 characters of one septet and 10 of two', () => {
    assert.equal(plain.length, 127);
    const doubled = everyUnit.filter((unit) => septetsOf(unit) === 2);
    assert.deepEqual(
      new Set(doubled),
      new Set([...extension].map((character) => character.charCodeAt(0))),
    );
  });

  it('stands as in TS 23.038, at its corners', () => {
    const septetsByCharacter: [string, number[]][] = [
      ['@', [0]],
      ['£', [1]],
      ['$', [2]],
      ['Ç', [9]],
      ['\n', [10]],
      ['\r', [13]],
      ['Δ', [16]],
      ['_', [17]],
      ['Ξ', [26]],
      ['É', [31]],
      [' ', [32]],
      ['¤', [36]],
      ['0', [48]],
      ['¡', [64]],
      ['A', [65]],
      ['§', [95]],
      ['¿', [96]],
      ['a', [97]],
      ['à', [127]],
      ['€', [27, 101]],
      ['{', [27, 40]],
      ['\\', [27, 47]],
      ['|', [27, 64]],
    ];
    for (const [character, septets] of septetsByCharacter) {
      assert.deepEqual([...encodeGsm(character, 0, 1, septets.length)], septets, character);
    }
    for (const unit of [0x1b, 0xe7, 0x60, 0x20ad, 0xffff]) assert.equal(septetsOf(unit), 0);
  });

  it('comes back as it was', () => {
    fc.assert(
      fc.property(gsmText, (text) => {
        assert.equal(splitIntoParts(text).encoding, 'gsm7');
        assert.equal(splitIntoParts(text).parts.map(decodeGsm).join(''), text);
      }),
    );
  });

  it('shows something for every septet, also for an unknown or a cut escape', () => {
    assert.equal(decodeGsm(Uint8Array.of(27, 65)), 'A');
    assert.equal(decodeGsm(Uint8Array.of(27, 27, 65)), ' A');
    assert.equal(decodeGsm(Uint8Array.of(65, 27)), 'A');
    assert.equal(decodeGsm(Uint8Array.of(0x80 | 65)), 'A');
    fc.assert(
      fc.property(fc.uint8Array(), (octets) => {
        const shown = decodeGsm(octets);
        assert.ok(!shown.includes('undefined') && !shown.includes('\u001b'));
      }),
    );
  });
});

describe('segments', () => {
  const cases: [string, string, 'gsm7' | 'ucs2', number][] = [
    ['nothing', '', 'gsm7', 1],
    ['a full single message', 'a'.repeat(160), 'gsm7', 1],
    ['one more', 'a'.repeat(161), 'gsm7', 2],
    ['two full parts', 'a'.repeat(306), 'gsm7', 2],
    ['three parts', 'a'.repeat(307), 'gsm7', 3],
    ['the most that the document allows', 'a'.repeat(918), 'gsm7', 6],
    ['euros alone', '€'.repeat(80), 'gsm7', 1],
    ['euros in parts, 76 in each', '€'.repeat(153), 'gsm7', 3],
    ['an escape that would be cut', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 'gsm7', 3],
    ['Cyrillic alone', 'ш'.repeat(70), 'ucs2', 1],
    ['Cyrillic in parts', 'ш'.repeat(71), 'ucs2', 2],
    ['two full parts of Cyrillic', 'ш'.repeat(134), 'ucs2', 2],
    ['pictures alone', '😀'.repeat(35), 'ucs2', 1],
    ['pictures in parts, 33 in each', '😀'.repeat(67), 'ucs2', 3],
    ['a pair that would be cut', `${'ш'.repeat(66)}😀${'ш'.repeat(66)}`, 'ucs2', 3],
  ];
  for (const [name, text, encoding, segments] of cases) {
    it(`counts ${name}`, () => {
      const counted = encodingOf(text);
      assert.deepEqual([counted.encoding, counted.segments], [encoding, segments]);
      assert.equal(splitIntoParts(text).parts.length, segments);
    });
  }

  it('counts characters as people do', () => {
    assert.equal(encodingOf('a€b').characters, 3);
    assert.equal(encodingOf('ш😀').characters, 2);
    fc.assert(
      fc.property(anyText, (text) => {
        assert.equal(encodingOf(text).characters, [...text].length);
      }),
    );
  });

  it('counts exactly what the splitter makes, each part within its limit, nothing lost', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { encoding, segments } = encodingOf(text);
        const split = splitIntoParts(text);
        assert.equal(split.encoding, encoding);
        assert.equal(split.parts.length, segments);
        const limit = limits[encoding][segments === 1 ? 'alone' : 'part'];
        for (const part of split.parts) assert.ok(part.length <= limit);
        assert.equal(decode[encoding](Buffer.concat(split.parts)), text);
        // Parts can be shown one by one: no pair was cut.
        assert.equal(split.parts.map(decode[encoding]).join(''), text);
      }),
    );
  });

  it('starts a new part only where the next character did not fit any more', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { encoding, parts } = splitIntoParts(text);
        for (const part of parts.slice(0, parts.length > 1 ? -1 : 0)) {
          const slack = limits[encoding].part - part.length;
          assert.ok(slack <= (encoding === 'gsm7' ? 1 : 2));
        }
      }),
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/helpers/any-character.ts';
import { encodingOf } from './segments.ts';
import { describeSmartEncoding, encodingToSend, gsmTwin, textToSend } from './smart-encoding.ts';

const usual = fc.constantFrom(...'abc Z9@£€[]{}\n\'"-.', '’', '“', '–', '…', '\u00a0', '\u200b');
const text = fc.string({ unit: fc.oneof(usual, anyCharacter), maxLength: 400 });
const convertible = fc.string({ unit: usual, maxLength: 400 });

describe('smart encoding', () => {
  it('makes GSM 7 bit of what has twins, and leaves all else as it is', () => {
    assert.equal(gsmTwin('“Maji’s” – here…\u00a0now\u200b'), `"Maji's" - here... now`);
    assert.equal(gsmTwin('€{}'), '€{}');
    assert.equal(gsmTwin('cafe\u0301\u2028n\u0303'), 'café\nñ');
    assert.equal(gsmTwin('Карибу ’'), undefined);
    assert.equal(gsmTwin('’ 😀'), undefined);
  });

  it('costs no more than without, and goes out in the segments that were counted', () => {
    fc.assert(
      fc.property(fc.oneof(text, convertible), fc.boolean(), (given, isSmart) => {
        const { encoding, segments } = encodingToSend(given, isSmart);
        const sent = textToSend(given, encoding);
        const form = encodingOf(sent);
        assert.deepEqual([form.encoding, form.segments], [encoding, segments]);
        if (!isSmart || encoding === 'ucs2') assert.equal(sent, given);
        const twin = gsmTwin(given);
        if (twin !== undefined) assert.equal(gsmTwin(twin), twin);
      }),
    );
  });

  it('says what it changes', () => {
    assert.deepEqual(describeSmartEncoding(`${'a'.repeat(159)}’`, false), {
      applied: false,
      replaced: [{ from: '’', to: "'" }],
      segments_saved: 2,
    });
    for (const same of ['plain', 'Карибу', '😀 ’']) {
      assert.equal(describeSmartEncoding(same, true), undefined);
    }
  });
});

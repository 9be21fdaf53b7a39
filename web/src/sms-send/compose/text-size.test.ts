import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as server from '../../../../src/sms/message-fields.ts';
import { encodingToSend } from '../../../../src/sms/text/smart-encoding.ts';
import { longestMessage, mostSegments, textSize } from './text-size.ts';

describe('textSize', () => {
  it('counts what is left of a part', () => {
    assert.equal(textSize('', false).left, 160);
    assert.equal(textSize('a'.repeat(160), false).left, 0);
    assert.deepEqual(
      [textSize('a'.repeat(161), false)].map(({ segments, left }) => [segments, left]),
      [[2, 145]],
    );
    assert.equal(textSize('€', false).left, 158);
    assert.equal(textSize('ğ', false).left, 69);
    assert.equal(textSize(`${'a'.repeat(70)}ğ`, false).left, 63);
  });

  it('names the characters that make a text dear', () => {
    assert.deepEqual(textSize('Habari €', false).unusual, []);
    assert.deepEqual(textSize('“Habari” “yako” 💧', false).unusual, ['“', '”', '💧']);
  });

  it('counts what goes out where the account has it made smaller', () => {
    for (const typed of ['“Maji” yamerudi…', 'Café', 'Maji 💧', 'Habari ğ “yako”']) {
      const { encoding, segments, characters } = textSize(typed, true);
      assert.deepEqual({ encoding, segments, characters }, encodingToSend(typed, true));
    }
    const smaller = textSize('“Maji” yamerudi…', true);
    assert.deepEqual([smaller.encoding, smaller.unusual, smaller.left], ['gsm7', [], 142]);
    assert.deepEqual(textSize('“Maji” 💧', true).unusual, ['“', '”', '💧']);
  });

  it('is too long where the server says so', () => {
    assert.deepEqual([longestMessage, mostSegments], [server.longestMessage, server.mostSegments]);
    assert.equal(textSize('a'.repeat(918), false).isTooLong, false);
    assert.equal(textSize('a'.repeat(919), false).isTooLong, true);
    assert.equal(textSize('ğ'.repeat(402), false).isTooLong, false);
    assert.equal(textSize('ğ'.repeat(403), false).isTooLong, true);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as server from '../../../../src/sms/message-fields.ts';
import { longestMessage, mostSegments, textSize } from './text-size.ts';

describe('textSize', () => {
  it('counts what is left of a part', () => {
    assert.equal(textSize('').left, 160);
    assert.equal(textSize('a'.repeat(160)).left, 0);
    assert.deepEqual(
      [textSize('a'.repeat(161))].map(({ segments, left }) => [segments, left]),
      [[2, 145]],
    );
    assert.equal(textSize('€').left, 158);
    assert.equal(textSize('ğ').left, 69);
    assert.equal(textSize(`${'a'.repeat(70)}ğ`).left, 63);
  });

  it('names the characters that make a text dear', () => {
    assert.deepEqual(textSize('Habari €').unusual, []);
    assert.deepEqual(textSize('“Habari” “yako” 💧').unusual, ['“', '”', '💧']);
  });

  it('is too long where the server says so', () => {
    assert.deepEqual([longestMessage, mostSegments], [server.longestMessage, server.mostSegments]);
    assert.equal(textSize('a'.repeat(918)).isTooLong, false);
    assert.equal(textSize('a'.repeat(919)).isTooLong, true);
    assert.equal(textSize('ğ'.repeat(402)).isTooLong, false);
    assert.equal(textSize('ğ'.repeat(403)).isTooLong, true);
  });
});

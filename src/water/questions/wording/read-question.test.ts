import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../../test/helpers/any-character.ts';
import { readQuestion } from './read-question.ts';

describe('a question by SMS', () => {
  it('is read in English and Swahili, whatever its case and space', () => {
    for (const text of ['LEVEL', ' level? ', 'Maji', 'maji!', 'kiasi']) {
      assert.deepEqual(readQuestion(text), { kind: 'level', tank: undefined }, text);
    }
    assert.deepEqual(readQuestion('Level  Roof tank.'), { kind: 'level', tank: 'Roof tank' });
    for (const text of ['PUMP ON roof', 'pump roof on', 'Pampu washa roof', 'washa pampu roof']) {
      assert.deepEqual(readQuestion(text), { kind: 'pump', command: 'on', tank: 'roof' }, text);
    }
    for (const text of ['PUMP OFF', 'zima pampu', 'Pampu\nzima', 'pump-off']) {
      assert.deepEqual(readQuestion(text), { kind: 'pump', command: 'off', tank: undefined }, text);
    }
    for (const text of ['ok', 'Sawa.', 'OKAY']) {
      assert.deepEqual(readQuestion(text), { kind: 'ok', tank: undefined }, text);
    }
    for (const text of ['me 17', 'Mimi: 17.']) {
      assert.deepEqual(readQuestion(text), { kind: 'me', personId: 17 }, text);
    }
    for (const text of ['me', 'me 017', 'me 17 18', 'me x']) {
      assert.deepEqual(readQuestion(text), { kind: 'unknown' }, text);
    }
    for (const text of ['help', 'MSAADA?']) assert.deepEqual(readQuestion(text), { kind: 'help' });
  });

  it('switches no pump that it does not name clearly', () => {
    const unclear = [
      'pump',
      'pump roof',
      'on',
      'the pump is on',
      'is the pump off',
      'turn on pump',
    ];
    for (const text of [...unclear, '', '?', 'Habari', 'PUMP ROOF ON NOW']) {
      assert.deepEqual(readQuestion(text), { kind: 'unknown' }, text);
    }
    const named = { kind: 'pump', command: 'off', tank: 'on' };
    assert.deepEqual(readQuestion('pump off on'), named);
  });

  it('is none where it ends promotions, or comes from us', () => {
    for (const text of ['STOP', 'acha.', 'start', 'Kisima: LEVEL', ' kisima:x']) {
      assert.equal(readQuestion(text), undefined, text);
    }
  });

  it('may be any text', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => void readQuestion(text)));
  });
});

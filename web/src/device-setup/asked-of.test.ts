import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askedOf } from './asked-of.ts';

describe('the board that is asked for while a label is typed', () => {
  it('is a whole MAC, in any form', () => {
    for (const mac of [
      'AA:BB:CC:DD:EE:FF',
      'aa-bb-cc-dd-ee-ff',
      'AABBCCDDEEFF',
      ' aabb.ccdd.eeff ',
    ]) {
      assert.equal(askedOf(mac, false), mac.trim());
    }
  });

  it('is none while it may go on', () => {
    for (const part of ['', 'AA:BB:CC', 'AA:BB:CC:DD:EE:F', 'AA:BB-CC:DD:EE:FF', 'KSM-0017']) {
      assert.equal(askedOf(part, false), undefined);
    }
  });

  it('is a serial once its field was left', () => {
    assert.equal(askedOf('KSM-0017', true), 'KSM-0017');
    for (const text of ['', 'KSM', 'AA:BB:CC', 'two words']) {
      assert.equal(askedOf(text, true), undefined);
    }
  });
});

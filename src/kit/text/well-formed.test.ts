import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { wellFormed } from './well-formed.ts';

it('puts the same in place of halves of characters as the language does', () => {
  const pieces = fc.constantFrom('\ud83d', '\ude00', '😀', 'a', '\ufffd', 'é', ' ');
  fc.assert(
    fc.property(fc.string({ unit: pieces }), (text) => {
      assert.equal(wellFormed(text), text.toWellFormed());
    }),
  );
});

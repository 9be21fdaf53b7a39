import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languages } from '../../accounts/language.ts';
import { detectedKinds, kinds, mutableKinds } from './kinds.ts';

describe('the table of kinds', () => {
  it('gives each kind that a detector finds a number of its own', () => {
    const numbers = detectedKinds.map((kind) => kinds[kind].number);
    assert.equal(new Set(numbers).size, numbers.length);
  });

  it('keeps the numbers that rows hold', () => {
    const stored = Object.fromEntries(detectedKinds.map((kind) => [kind, kinds[kind].number]));
    const released = {
      low: 0,
      overflow: 1,
      stuck: 2,
      jump: 3,
      noise: 4,
      dry_run: 5,
      runs_on: 6,
      battery: 7,
      signal: 8,
      heavy_use: 9,
      clock: 10,
    };
    assert.deepEqual({ ...stored, ...released }, stored);
  });

  it('labels each kind that can be switched off in every language, and no two alike', () => {
    const labels = mutableKinds.flatMap((kind) => languages.map((each) => kinds[kind].label[each]));
    assert.ok(labels.every((label) => label.trim() !== ''));
    assert.equal(new Set(labels).size, labels.length);
  });
});

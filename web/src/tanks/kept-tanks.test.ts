import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tank } from '../api/operations.ts';
import { cutToKeep, fromKept, partOf } from './kept-tanks.ts';

const tanks = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ device_id: `${at}` }) as Tank);

describe('the list of tanks that a browser keeps', () => {
  it('is whole for a hundred devices, and says so', () => {
    const known = { tanks: tanks(100), asOf: 1 };
    assert.equal(partOf(known), undefined);
    assert.deepEqual(fromKept(cutToKeep(known)), { ...known, all: 100 });
    assert.equal(partOf(fromKept(cutToKeep(known))), undefined);
    assert.equal(partOf(undefined), undefined);
  });

  it('is a part of more, and says of how many, also once it was stored again', () => {
    const kept = cutToKeep({ tanks: tanks(101), asOf: 1 });
    assert.deepEqual([kept.asOf, partOf(kept)], [1, { shown: 100, all: 101 }]);
    assert.deepEqual(partOf(cutToKeep(kept)), { shown: 100, all: 101 });
  });

  it('may be a part where it is full and does not say of how many, as an older version stored it', () => {
    const kept = fromKept({ tanks: tanks(100), asOf: 1 });
    assert.deepEqual(partOf(kept), { shown: 100, all: null });
    assert.ok(kept);
    assert.deepEqual(partOf(fromKept(cutToKeep(kept))), { shown: 100, all: null });
    const few = { tanks: tanks(99), asOf: 1 };
    assert.equal(partOf(fromKept(cutToKeep(few))), undefined);
    assert.equal(fromKept(undefined), undefined);
  });
});

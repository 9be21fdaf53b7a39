import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDeviceMemory, type RememberedDevice } from './device-memory.ts';

const _now = Date.parse('2026-11-21T12:00:00Z');

describe('the memory of devices', () => {
  const known = (id: number, version: number, ...names: string[]): [number, RememberedDevice] => [
    id,
    {
      status: { device_id: id, version } as RememberedDevice['status'],
      sensors: new Map(names.map((name) => [name, { name } as never])),
      newestRollups: new Map(),
    },
  ];
  const keys = (...names: [number, string][]) =>
    names.map(([deviceId, name]) => ({ deviceId, name }));

  it('recalls all of a batch in the order of ids, or nothing', () => {
    const memory = createDeviceMemory(100);
    memory.remember(new Map([known(2, 7, 'roof', 'well'), known(1, 7, 'roof')]));
    const recalled = memory.recall([1, 2], keys([2, 'well'], [1, 'roof'], [2, 'roof']));
    assert.deepEqual([...(recalled?.keys() ?? [])], [1, 2]);
    assert.equal(memory.recall([1], keys([1, 'roof'], [1, 'well'])), undefined);
    assert.equal(memory.recall([1, 3], keys([1, 'roof'])), undefined);
    memory.forget([2]);
    assert.equal(memory.recall([2], keys([2, 'well'])), undefined);
    assert.ok(memory.recall([1], keys([1, 'roof'])));
  });

  it('adds the other sensors of a device that nobody wrote since', () => {
    const memory = createDeviceMemory(100);
    memory.remember(new Map([known(1, 7, 'roof', 'well'), known(2, 7, 'roof', 'well')]));
    const looked = memory.complete(new Map([known(1, 7, 'well'), known(2, 8, 'well')]));
    assert.deepEqual([...(looked.get(1)?.sensors.keys() ?? [])], ['well', 'roof']);
    assert.deepEqual([...(looked.get(2)?.sensors.keys() ?? [])], ['well']);
  });

  it('is asked half as often after each failure, up to once in 1,024 batches', () => {
    const memory = createDeviceMemory(100);
    memory.remember(new Map([known(1, 7, 'roof')]));
    const batchesWithout = () => {
      for (let batches = 0; ; batches += 1)
        if (memory.recall([1], keys([1, 'roof']))) return batches;
    };
    assert.equal(batchesWithout(), 0);
    const waits = Array.from({ length: 13 }, () => {
      memory.noteOutcome(false);
      return batchesWithout();
    });
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1024, 1024]);
    for (let recollection = 0; recollection < 11; recollection += 1) memory.noteOutcome(true);
    memory.noteOutcome(false);
    assert.equal(batchesWithout(), 1);
  });
});

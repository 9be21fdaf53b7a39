import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { busAccounts, createBusWorld } from '../../../test/helpers/cluster/bus-world.ts';

const at = fc.integer({ min: 0, max: 2 });
const accountId = fc.constantFrom(...busAccounts);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('happen' as const), at, by: accountId }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('watch' as const), at, by: accountId }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constantFrom('flush' as const, 'read' as const),
      at,
      by: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constantFrom('goAway' as const, 'comeBack' as const, 'pass' as const),
      at,
      by: fc.constant(0),
    }),
  },
);
const trouble = fc.record({
  act: fc.constantFrom(...(['cut', 'connect', 'kill', 'start', 'start', 'stop'] as const)),
  at,
  by: fc.constant(0),
});
type Step = { act: string; at: number; by: number };

function live(steps: Step[]) {
  const world = createBusWorld();
  for (const { act, at, by } of steps) {
    if (act === 'kill' || act === 'start' || act === 'stop') {
      world[act](at);
      continue;
    }
    const process = world.process(at);
    if (process) world.acts[act as keyof typeof world.acts](process, by);
  }
  world.settle();
  return world;
}

describe('buses that share', () => {
  it('hold: a watcher is told whatever happens anywhere, once, or to reload after it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => live(steps).check()),
      { numRuns: 1000 },
    );
  });

  it('hold where processes are cut off, die, stop and start', () => {
    const some = fc.oneof({ weight: 5, arbitrary: step }, { weight: 1, arbitrary: trouble });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 80, size: 'max' }), (steps) => live(steps).check()),
      { numRuns: 1000 },
    );
  });

  it('know of a first listener at once, and tell events and no `reset` from then on', () => {
    const world = createBusWorld();
    const first = world.process(0);
    assert.ok(first);
    world.acts.watch(first, 1);
    world.exchange();
    const before = world.resets();
    assert.equal(before, 2);
    for (const at of [0, 1, 2]) {
      const process = world.process(at);
      assert.ok(process);
      assert.ok(process.bus.isListened(1) && !process.bus.isListened(2));
      world.acts.happen(process, 1);
    }
    world.settle();
    world.check();
    assert.equal(world.resets(), before);
  });
});

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { describeOnBothEngines } from '../helpers/server/test-server.ts';
import { stepMs } from '../scenario/faults.ts';
import { judge, type Verdict } from '../scenario/judge/judge.ts';
import { runScenario } from '../scenario/run-scenario.ts';
import { createWorld } from '../scenario/world/world.ts';

// A sample of `npm run scenario`, of which this seed has a tank that runs low, one that runs over, a device that falls
// silent, a level that flaps, boards that send hourly, hold and send twice, and clocks that are ahead, behind and jump.
const sample = {
  seed: 4485,
  tanks: 5,
  days: 2,
  start: Date.UTC(2026, 7, 31, 21),
  kinds: ['runs_on', 'float_fails', 'silent', 'flapping'] as const,
};

describeOnBothEngines('two days of five tanks', (engine) => {
  let verdict: Verdict;
  let faultsLogged: string[];
  before(async () => {
    const outcome = await runScenario(createWorld(sample), { engine });
    ({ faultsLogged } = outcome);
    verdict = judge(outcome);
  });

  it('are told of in time: what runs low, what overflows, who is silent and whose clock is wrong', () => {
    for (const { kind, faults, found } of verdict.kinds) {
      if (['low', 'overflow', 'offline', 'clock'].includes(kind)) assert.ok(faults > 0, kind);
      assert.equal(found, faults, kind);
    }
  });

  it('raise nothing for nothing, and no fault of the server', () => {
    assert.deepEqual(verdict.forNothing, []);
    assert.deepEqual(faultsLogged, []);
  });

  it('tell of a level that flaps once a day', () => {
    assert.equal(verdict.flappingADay, 1);
  });
});

describe('the world of a scenario', () => {
  /** Everything that is read and true within a day. */
  const course = (seed: number) => {
    const world = createWorld({ seed, tanks: 8, days: 1, start: sample.start });
    const { start } = world.options;
    const read = [];
    for (let at = start; at <= world.end; at += stepMs) {
      for (const tank of world.tanks) {
        tank.advance(at);
        read.push(tank.read(at));
      }
    }
    return { read, truths: world.truths() };
  };

  it('is the same for the same seed, and another for another', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const once = course(seed);
        assert.deepEqual(course(seed), once);
        assert.notDeepEqual(course(seed + 1), once);
      }),
      { numRuns: 3 },
    );
  });
});

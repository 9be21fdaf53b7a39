import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { describeOnBothEngines } from '../helpers/server/test-server.ts';
import { stepMs } from '../scenario/faults.ts';
import { judge, type Verdict } from '../scenario/judge/judge.ts';
import { bars } from '../scenario/judge/report.ts';
import { detectable, runDetectors } from '../scenario/run-detectors.ts';
import { runScenario } from '../scenario/run-scenario.ts';
import { createWorld } from '../scenario/world/world.ts';

// A sample of `npm run scenario`.
const sample = {
  ...{ seed: 741, tanks: 5, days: 2, start: Date.UTC(2026, 7, 31, 21) },
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

  it('are told of in time, each fault', () => {
    assert.ok(verdict.kinds.some(({ faults }) => faults > 0));
    for (const { kind, faults, found } of verdict.kinds) assert.equal(found, faults, kind);
  });

  it('raise nothing for nothing, and no fault of the server', () => {
    assert.deepEqual(verdict.forNothing, []);
    assert.deepEqual(faultsLogged, []);
  });

  it('tell of a level that flaps at most once a day', () => {
    assert.ok(verdict.flappingADay <= 1);
  });
});

describe('a month of sixty tanks, as detectors, clocks and rhythms judge it', () => {
  const options = {
    ...{ seed: 12, tanks: 60, days: 30, start: sample.start, kinds: detectable },
  };
  const unsteered = createWorld(options).tanks.filter(({ kind }) => kind !== 'automatic');
  let verdict: Verdict;
  before(() => {
    const only = unsteered.map(({ index }) => index);
    verdict = judge(runDetectors(createWorld({ ...options, only })));
  });

  it('has every kind of board and clock, and tells of each at most as much for nothing as is allowed', () => {
    const groups = ['steady', 'hourly', 'on_change', 'doubled', 'averaging', 'holding'];
    const clocks = ['right', 'none', 'behind', 'ahead', 'jumps'];
    const names = verdict.groups.map(({ group }) => group);
    for (const name of [
      ...groups.map((kind) => `board ${kind}`),
      ...clocks.map((kind) => `clock ${kind}`),
    ]) {
      assert.ok(names.includes(name), name);
    }
    const all = verdict.groups.find(({ group }) => group === 'all');
    assert.ok(all && all.forNothing <= bars.forNothing, `${all?.forNothing} for nothing`);
    assert.ok(all.ordinary > 0 && all.messages <= bars.messages, `${all.messages} messages`);
  });

  it('tells of every wrong clock and every silence in time, at the rhythm of its board', () => {
    for (const kind of ['clock', 'offline']) {
      const figures = verdict.kinds.find((each) => each.kind === kind);
      assert.ok(figures && figures.faults > 0, kind);
      assert.equal(figures.found, figures.faults, kind);
    }
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

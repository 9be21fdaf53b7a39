import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeByTurns } from '../helpers/server/test-server.ts';
import { driveWorlds } from './drive.ts';
import { judge, type Verdict } from './judge/judge.ts';
import { worlds } from './model/table.ts';

// A sample of `npm run pump-worlds`. All begin where the pump has to start at once.
const names = ['calm', 'calm~loss 30', 'quarter~loss 30', 'cut amid runs', 'old firmware'];

describeByTurns('sqlite', 'six hours of five pump worlds', (engine) => {
  let verdicts: Verdict[];
  let logged: string[];
  before(async () => {
    const sample = worlds
      .filter(({ name }) => names.includes(name))
      .map((spec) => ({ ...spec, tank: { litres: 2000, startPercent: 38 } }));
    const lives = await driveWorlds(sample, { engine, seed: 1, days: 0.25 });
    verdicts = lives.lived.map(judge);
    logged = lives.logged;
  });

  it('have runs, of which none is longer than the longest', () => {
    assert.equal(verdicts.length, names.length);
    for (const { name, starts, longRuns } of verdicts) {
      assert.ok(starts.count > 0, name);
      assert.deepEqual(longRuns, [], name);
    }
  });

  it('spill nothing that their sensors saw', () => {
    for (const { name, spilling } of verdicts) assert.equal(spilling.byServer, 0, name);
  });

  it('tell nothing for nothing where all is calm', () => {
    assert.deepEqual(verdicts.find(({ name }) => name === 'calm')?.told.forNothing, []);
  });

  it('get no answer but those of the documents, and make no fault of the server', () => {
    assert.deepEqual(
      verdicts.flatMap(({ refusals }) => refusals),
      [],
    );
    assert.deepEqual(
      logged.filter((line) => /"level":[56]0/.test(line)),
      [],
    );
  });
});

import { after, before, it } from 'node:test';
import fc from 'fast-check';
import {
  type RestorableServer,
  startRestorableServer,
} from '../helpers/server/restorable-server.ts';
import { describeOnBothEngines } from '../helpers/server/test-server.ts';
import { Play } from './sharing-play.ts';
import { backUp, restore, type Step, several } from './sharing-steps.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

describeOnBothEngines(`sharing beside its model, SEED=${seed}`, (engine) => {
  let server: RestorableServer;
  before(async () => {
    server = await startRestorableServer(engine);
  });
  after(() => server.stop());

  const holds = async (sequence: fc.Arbitrary<Step[]>, runs: number) => {
    const play = fc.asyncProperty(sequence, async (sequence) => {
      const world = new Play(server);
      await world.begin();
      for (const each of sequence) {
        await world.do(each);
        await world.check();
      }
    });
    await fc.assert(play, { seed, numRuns: runs });
  };

  it('gives and ends roles as twenty lines say', () => holds(several(40), 15));

  it('goes back in time as a whole, and takes nothing that is lost', () => {
    const thereAndBack = fc
      .tuple(several(10), backUp, several(10), restore, several(14), restore, several(10))
      .map((parts) => parts.flat());
    return holds(thereAndBack, 4);
  });
});

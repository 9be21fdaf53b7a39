import { describe, it } from 'node:test';
import { surviveOutages } from './helpers/cluster/survive-outages.ts';

/** `npm run soak:cluster`: some minutes of what `cluster.test.ts` does in seconds. */
describe('three processes on one PostgreSQL, for longer', () => {
  it('keep what they promised through 24 kills of theirs and 2 restarts of PostgreSQL', async (test) => {
    // Every run makes other choices; those of one that failed are made again with its seed.
    const seed = Number(process.env['SEED'] ?? Date.now());
    test.diagnostic(`SEED=${seed}`);
    const seen = await surviveOutages({
      seed,
      devices: 200,
      everyMs: 500,
      kills: 24,
      restarts: ['fast', 'immediate'],
      pushesBetween: 1500,
      jobs: 5,
      numbers: 2000,
      messagesPerSecond: 50,
    });
    console.table(seen);
  });
});

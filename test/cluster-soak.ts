import { describe, it } from 'node:test';
import { surviveOutages } from './helpers/cluster/survive-outages.ts';

/** `npm run soak:cluster`: some minutes of what `cluster.test.ts` does in seconds. */
describe('three processes on one PostgreSQL, for longer', () => {
  it('keep what they promised through 24 kills of theirs and 2 restarts of PostgreSQL', async () => {
    const seen = await surviveOutages({
      // Every run is another one; what failed can be tried again with the seed it names.
      seed: Number(process.env['SEED'] ?? Date.now()),
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

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { surviveOutages } from '../helpers/cluster/survive-outages.ts';

describe('three processes on one PostgreSQL', () => {
  it('keep what they promised through kills of theirs and restarts of PostgreSQL', async () => {
    const seen = await surviveOutages({
      seed: 5,
      devices: 40,
      everyMs: 150,
      kills: 4,
      restarts: ['fast', 'immediate'],
      pushesBetween: 300,
      jobs: 1,
      numbers: 1000,
      messagesPerSecond: 40,
    });
    assert.equal(seen['messages'], 1000);
  });
});

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { makeStorage, type Storage } from './helpers/server/kisima-process.ts';
import { describeOnBothEngines } from './helpers/server/test-server.ts';
import { surviveSmsKills } from './helpers/soak/survive-sms-kills.ts';

/** `npm run soak:sms`: twenty jobs of 10,000 numbers, a kill at a random moment of each. */
describeOnBothEngines('SMS under SIGKILL, for longer', (engine) => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage(engine);
  });
  after(() => storage.remove());

  it('sends 200,000 messages through 20 kills', async () => {
    const random = Math.random;
    const toll = await surviveSmsKills({
      storage,
      jobs: 20,
      numbers: 10_000,
      killsEach: 1,
      random,
    });
    assert.equal(toll.kills, 20);
    console.log(`${engine}:`, toll);
  });
});

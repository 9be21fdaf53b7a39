import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { makeStorage, type Storage } from '../helpers/server/kisima-process.ts';
import { describeOnBothEngines } from '../helpers/server/test-server.ts';
import { surviveSmsKills } from '../helpers/soak/survive-sms-kills.ts';

describeOnBothEngines('SMS under SIGKILL', (engine) => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage(engine);
  });
  after(() => storage.remove());

  it('sends every message and charges it once; only transactional ones in hand come twice', async () => {
    const moments = [0.3, 0.9, 0.6, 0.2];
    const toll = await surviveSmsKills({
      storage,
      jobs: 2,
      numbers: 1500,
      killsEach: 2,
      random: () => moments.shift() ?? 0.5,
    });
    assert.equal(toll.kills, 4);
  });
});

import { after, before, it } from 'node:test';
import { makeStorage, type Storage } from './helpers/server/kisima-process.ts';
import { describeOnBothEngines } from './helpers/server/test-server.ts';
import { surviveNotificationKills } from './helpers/soak/survive-notification-kills.ts';

/** `npm run soak:notifications`: twenty kills amid the messages of ten people. */
describeOnBothEngines('notifications under SIGKILL, for longer', (engine) => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage(engine);
  });
  after(() => storage.remove());

  it('loses none of 800 and doubles none with an id in 20 kills', async () => {
    const { random } = Math;
    const toll = await surviveNotificationKills({ storage, kills: 20, people: 10, random });
    console.log(`${engine}:`, toll);
  });
});

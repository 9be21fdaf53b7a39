import { after, before, it } from 'node:test';
import { makeStorage, type Storage } from './helpers/kisima-process.ts';
import { surviveNotificationKills } from './helpers/survive-notification-kills.ts';
import { describeOnBothEngines } from './helpers/test-server.ts';

describeOnBothEngines('notifications under SIGKILL', (engine) => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage(engine);
  });
  after(() => storage.remove());

  it('are not lost; those with an id come once, and a mail that may have come twice says so', async () => {
    const random = () => 0.5;
    await surviveNotificationKills({ storage, kills: 2, people: 3, random });
  });
});

import { after, before, it } from 'node:test';
import { makeStorage, type Storage } from '../helpers/server/kisima-process.ts';
import { describeOnBothEngines } from '../helpers/server/test-server.ts';
import { surviveNotificationKills } from '../helpers/soak/survive-notification-kills.ts';

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

import { after, before, it } from 'node:test';
import { makeStorage, type Storage } from './helpers/server/kisima-process.ts';
import { describeOnBothEngines } from './helpers/server/test-server.ts';
import { surviveKills } from './helpers/soak/survive-kills.ts';

const kills = 60;

/** `npm run soak`: some minutes of what `durability.test.ts` does in seconds. */
describeOnBothEngines('durability for longer', (engine) => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage(engine);
  });
  after(() => storage.remove());

  it(`loses nothing acknowledged and doubles nothing in ${kills} kills`, async () => {
    const pushesBefore = () => 1 + Math.floor(3000 * Math.random());
    await surviveKills({ storage, kills, pushesBefore });
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  assertDerivedRowsFit,
  assertNothingIsLost,
  assertNothingIsTwice,
} from '../helpers/database/check-stored.ts';
import { readStored } from '../helpers/database/stored-readings.ts';
import { makeStorage, type Storage, startKisima } from '../helpers/server/kisima-process.ts';
import { registerOwner } from '../helpers/server/process-client.ts';
import { describeOnBothEngines } from '../helpers/server/test-server.ts';
import { pushUntil, type StormRecord } from '../helpers/soak/push-storm.ts';
import { surviveKills } from '../helpers/soak/survive-kills.ts';

/**
 * Damage of a file by a kill is SQLite's and ours to withstand; PostgreSQL only sees a client go. Most of
 * the time goes into starting again; `npm run soak` kills sixty times.
 */
const kills = { sqlite: 8, postgres: 3 };

describeOnBothEngines('durability', (engine) => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage(engine);
  });
  after(() => storage.remove());

  it(`loses nothing acknowledged and doubles nothing in ${kills[engine]} kills`, async () => {
    const pushesBefore = (kill: number) => 40 + 17 * kill;
    await surviveKills({ storage, kills: kills[engine], pushesBefore });
  });
});

describe('durability of two processes on one PostgreSQL', () => {
  it('holds for both when one of them is killed', async () => {
    const storage = await makeStorage('postgres');
    const env = { ...storage.env, PUSH_BURST_PER_DEVICE: '1000000' };
    const [killed, other] = await Promise.all([startKisima(env), startKisima(env)]);
    const { devices } = await registerOwner(killed.url, 6);
    const record: StormRecord = { pushes: [], acknowledged: [] };
    const storm = { devices, record };
    await Promise.all([
      pushUntil({
        ...storm,
        url: killed.url,
        until: 150,
        strike: () => killed.kill('SIGKILL'),
      }),
      pushUntil({ ...storm, url: other.url, until: 400, strike: () => {} }),
    ]);
    assert.equal((await killed.ended).signal, 'SIGKILL');
    await other.stop();
    const stored = await readStored(storage);
    assertNothingIsLost(stored, record);
    assertNothingIsTwice(stored, record);
    assertDerivedRowsFit(stored);
    await storage.remove();
  });
});

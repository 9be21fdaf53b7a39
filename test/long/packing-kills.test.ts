import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeStorage, type Storage } from '../helpers/server/kisima-process.ts';
import { runKisima } from '../helpers/server/run-kisima.ts';
import { describeOnBothEngines } from '../helpers/server/test-server.ts';
import { surviveKills } from '../helpers/soak/survive-kills.ts';

const kills = Number(process.env['KILLS'] ?? 10);
const packSoon = fileURLToPath(new URL('../helpers/soak/pack-soon.cjs', import.meta.url));

describeOnBothEngines('packing of readings under SIGKILL', (engine) => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage(engine);
  });
  after(() => storage.remove());

  it(`loses nothing and doubles nothing in ${kills} kills, and doctor finds nothing`, async () => {
    await surviveKills({
      storage: { ...storage, env: { ...storage.env, NODE_OPTIONS: `--require ${packSoon}` } },
      kills,
      pushesBefore: () => 20 + Math.floor(400 * Math.random()),
      oldestDays: 30,
    });
    const { code, stdout, stderr } = await runKisima(['doctor'], storage.env);
    assert.deepEqual([code, stderr], [0, ''], stdout);
    const [, packed] = /packed readings are whole: ([\d,]+) readings/.exec(stdout) ?? [];
    assert.ok(Number(packed?.replaceAll(',', '')) > 20 * kills, stdout);
  });
});

import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import about from '../../package.json' with { type: 'json' };
import { assertDoctorClean } from '../helpers/database/assert-doctor-clean.ts';
import { makePostgresDatabase } from '../helpers/database/postgres.ts';
import { makeTestFolder } from '../helpers/server/test-folder.ts';
import {
  describeOnBothEngines,
  type Engine,
  startTestServer,
  type TestServer,
} from '../helpers/server/test-server.ts';
import { describeSchema } from './describe-schema.ts';
import { load } from './postgres-dump.ts';
import { installation, type Kept, keptReleases, noTimers, readKept } from './release.ts';

for (const release of keptReleases()) {
  describeOnBothEngines(`an installation of ${release}`, (engine) => {
    let kept: { env: Record<string, string>; remove: () => Promise<void> };
    let server: TestServer;
    before(async () => {
      kept = await putUp(release, engine);
      const { now } = installation;
      server = await startTestServer({ engine, env: kept.env, now, timers: noTimers });
    });
    after(async () => {
      // Neither is there where `before` failed.
      await server?.stop();
      await kept?.remove();
    });

    it('has the schema of a new one, once this program has started on it', async () => {
      const fresh = await startTestServer({ engine });
      // A test that fails ends the whole run only where nothing is left open.
      const describeBoth = async () =>
        [await describeSchema(server.db), await describeSchema(fresh.db)] as const;
      const [brought, made] = await describeBoth().finally(fresh.stop);
      assert.deepEqual(brought, made, hintFor(release));
    });

    it('answers as it did', async () => {
      const answers = JSON.parse(String(await readKept(release, 'answers.json'))) as Kept[];
      assert.ok(answers.length > 50);
      for (const { question, status, body } of answers) {
        const now = await server.request('GET', question.path, question);
        assert.equal(now.status, status, `${question.path}: ${now.text}`);
        assertHolds(now.body, body, question.path);
      }
    });

    it('has credits that add up, and goes on', async () => {
      const { accounts, entries } = await assertDoctorClean(server.db);
      assert.ok(accounts > 0 && entries > 0);
      await server.stop();
      server = await startTestServer({ engine, env: kept.env, now: '2026-11-21T09:00:00.000Z' });
      const device = await server.db.read
        .selectFrom('devices')
        .select('mac_or_serial')
        .where('key_required', '=', 0)
        .executeTakeFirstOrThrow();
      const json = { mac_address: device.mac_or_serial, water_level_percent: 61 };
      const { status, text } = await server.request('POST', '/iot_push.php', { json });
      assert.equal(status, 201, text);
    });
  });
}

async function putUp(release: string, engine: Engine) {
  const folder = await makeTestFolder('upgrade');
  const env = { ...installation.env, DATA_DIR: folder };
  if (engine === 'sqlite') {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, 'kisima.db'), await readKept(release, 'sqlite.db'));
    return { env, remove: () => rm(folder, { recursive: true, force: true }) };
  }
  const database = await makePostgresDatabase();
  await load(database.url, String(await readKept(release, 'postgres.sql')));
  return {
    env: { ...env, DATABASE_URL: database.url },
    remove: async () => {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function hintFor(release: string): string {
  return release === about.version
    ? `The schema is not that of the ${release} which is kept: npm run release:fixture, as long as that is not tagged.`
    : `What was kept of ${release} does not become what this program makes anew: a migration that had landed was changed.`;
}

/** Estimates that a later program may reckon better. */
const reckoned = ['consumed_low', 'consumed_high', 'estimated_share'];

/** Asserts that the answer is the stored one; a later program may only add fields. */
function assertHolds(answer: unknown, kept: unknown, where: string): void {
  if (Array.isArray(kept)) {
    assert.ok(Array.isArray(answer), where);
    assert.equal(answer.length, kept.length, where);
    for (const [at, each] of kept.entries()) assertHolds(answer[at], each, `${where}[${at}]`);
  } else if (typeof kept === 'object' && kept !== null) {
    assert.ok(typeof answer === 'object' && answer !== null, where);
    for (const [name, value] of Object.entries(kept)) {
      if (reckoned.includes(name)) continue;
      assertHolds((answer as Record<string, unknown>)[name], value, `${where}.${name}`);
    }
  } else {
    assert.deepEqual(answer, kept, where);
  }
}

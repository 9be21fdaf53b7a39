// Keeps an installation of this version for all later ones to be tested against: a database for each
// engine with something of every kind, and what the program answers of it. `npm run release:fixture`, once
// nothing more is changed before the tag; it replaces what was kept of the same version.
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import about from '../../package.json' with { type: 'json' };
import { copyInstallation } from '../../src/cli/copy/copy-installation.ts';
import { readConfig } from '../../src/config.ts';
import { openSqliteFile } from '../../src/db/sqlite/sqlite-file.ts';
import { createWorld } from '../contract/world.ts';
import { makeDatabaseOn } from '../helpers/database/postgres.ts';
import { startSharedPostgres } from '../helpers/database/postgres-server.ts';
import { makeTestFolder } from '../helpers/server/test-folder.ts';
import { startTestServer } from '../helpers/server/test-server.ts';
import { startWebhookReceiver } from '../helpers/sms/webhook-receiver.ts';
import { fill, type Question } from './fill.ts';
import { fillEmptyTables } from './fill-empty-tables.ts';
import { dump, noteStatements } from './postgres-dump.ts';
import { installation, type Kept, keep, noTimers } from './release.ts';

const release = about.version;
const folder = await makeTestFolder('release');
const env = { ...installation.env, DATA_DIR: folder };

const receiver = await startWebhookReceiver();
const world = await createWorld('sqlite', {
  ...env,
  SMS_TRIAL_CREDITS: '1000000',
  SIMULATOR_DELAY_SECONDS: '0',
  SIMULATOR_FAILURE_SHARE: '0.3',
  WEBHOOKS_ALLOW_PRIVATE: 'true',
});
const questions = await fill(world, receiver.url);
await world.stop();
await receiver.close();

const small = join(folder, 'small.db');
const file = openSqliteFile(join(folder, 'kisima.db'), { readonly: false, cacheKib: 8192 });
const empty = fillEmptyTables(file, Date.parse(installation.now));
file.prepare('vacuum into ?').run(small);
file.close();

const postgres = await startSharedPostgres();
const database = await makeDatabaseOn(postgres.url);
await noteStatements(database.url);
await copyInstallation(readConfig(env), database.url);

await mkdir(new URL(`${release}/`, import.meta.url), { recursive: true });
await keep(release, 'sqlite.db', await readFile(small));
await keep(release, 'postgres.sql', await dump(database.url));
const { kept, unsteady } = await answersTo(questions);
await keep(release, 'answers.json', JSON.stringify(kept, null, 1));
await postgres.stop();
await rm(folder, { recursive: true, force: true });
const failed = kept.filter(({ status }) => status !== 200).map(({ question }) => question.path);
if (failed.length > 0) throw new Error(`These failed: ${failed.join(', ')}`);
console.log(`Kept ${kept.length} answers of ${release}.`);
console.log(`Tables without a row: ${empty.join(', ') || 'none'}.`);
console.log(`Left out, since they answer otherwise each time: ${unsteady.join(', ') || 'none'}.`);

/** Answers of a program that starts on it, and again after every request. */
async function answersTo(all: Question[]): Promise<{ kept: Kept[]; unsteady: string[] }> {
  const server = await startTestServer({
    engine: 'sqlite',
    now: installation.now,
    env,
    timers: noTimers,
  });
  const once = async () => {
    const answers: Kept[] = [];
    for (const question of all) {
      const { status, body } = await server.request('GET', question.path, question);
      answers.push({ question, status, body });
    }
    return answers;
  };
  const [first, second] = [await once(), await once()];
  await server.stop();
  const isSteady = (at: number) => JSON.stringify(first[at]) === JSON.stringify(second[at]);
  return {
    kept: first.filter((_, at) => isSteady(at)),
    unsteady: first.filter((_, at) => !isSteady(at)).map(({ question }) => question.path),
  };
}

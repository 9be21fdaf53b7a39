import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  makeStorage,
  runMain,
  type Storage,
  startKisima,
} from './helpers/server/kisima-process.ts';
import { call } from './helpers/server/process-client.ts';
import { assertRefused, runKisima, runServe } from './helpers/server/run-kisima.ts';

describe('starting with what cannot work', () => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage('sqlite');
  });
  after(() => storage.remove());

  it('names every wrong variable on a line of its own', async () => {
    const end = await runMain({
      ...storage.env,
      PORT: 'http',
      LOG_LEVEL: 'loud',
      TOKEN_HOURS: '-1',
      DATABASE_URL: 'mysql://localhost',
      SERVER_SECRET: 'short',
    });
    const lines = end.stderr.trimEnd().split('\n');
    assert.equal(lines.pop(), 'docs/settings.md describes every setting.');
    assert.deepEqual(lines.map((line) => line.split(' ')[0]).sort(), [
      'DATABASE_URL',
      'LOG_LEVEL',
      'PORT',
      'SERVER_SECRET',
      'TOKEN_HOURS',
    ]);
    assert.ok(!end.stderr.includes('short\n') && !end.stderr.includes('mysql:'), end.stderr);
    // EX_CONFIG: systemd does not try again (docs/examples/kisima.service).
    assert.deepEqual([end.code, end.stdout], [78, '']);
  });

  it('says which setting is misspelt, also beside one that is wrong for it', async () => {
    const wrong = { RESET_DELIVERY: 'email', SMPT_URL: 'smtp://localhost' };
    const end = await runMain({ ...storage.env, ...wrong });
    assert.match(end.stderr, /^Warning: SMPT_URL is no setting; did you mean SMTP_URL\?$/m);
    assert.match(end.stderr, /^SMTP_URL is required where RESET_DELIVERY is email$/m);
    assert.equal(end.code, 78);

    const users = await runKisima(['users'], { ...storage.env, DATA_DRI: '/srv/kisima' });
    assert.match(users.stderr, /^Warning: DATA_DRI is no setting; did you mean DATA_DIR\?$/m);
  });

  it('ends with the status of a wrong setting where providers or the database find it', async () => {
    const DATABASE_URL = 'postgres://kisima@127.0.0.1:1/kisima?sslmode=prefer';
    for (const env of [{ SMS_ROUTES: 'nobody=1' }, { SMS_RATES: 'nobody=1' }, { DATABASE_URL }]) {
      const more = { PORT: '0', LOG_LEVEL: 'error', ...env };
      const { code, stderr } = await runServe({ ...storage.env, ...more });
      assert.equal(code, 78, stderr);
    }
  });

  it('refuses arguments that it does not know', async () => {
    for (const argument of ['--fast', 'now']) {
      assertRefused(await runServe(storage.env, [argument]), new RegExp(`^error: .*${argument}`));
    }
  });

  it('names the dashes that are missing before --demo, which npm keeps to itself', async () => {
    const end = await runServe({ ...storage.env, npm_config_demo: 'true' });
    assertRefused(end, /^npm took --demo .* npm start -- --demo$/m);
  });

  it('shows its demo to nobody but this machine', async () => {
    const env = { ...storage.env, HOST: '0.0.0.0' };
    assertRefused(await runServe(env, ['--demo']), /^--demo .* loopback HOST\.$/m);
  });

  it('refuses to share a data folder, in which others then may not write either', async () => {
    const server = await startKisima(storage.env);
    const inUse = /^Another Kisima server uses the data folder \/.*DATA_DIR\.$/m;
    assertRefused(await runServe({ ...storage.env, PORT: '0' }), inUse);
    assertRefused(await runKisima(['migrate'], storage.env), inUse);
    assert.equal((await call(server.url, 'GET', '/readyz')).status, 200);
    await server.stop();
  });

  it('says which port or address is not to be had', async () => {
    const other = createServer().unref();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const inUse = await runServe({ ...storage.env, PORT: port });
    assertRefused(
      inUse,
      new RegExp(`PORT ${port}\\b.*another program.*PORT=${Number(port) + 1} npm start$`, 'm'),
    );
    await new Promise((resolve) => other.close(resolve));

    const foreign = await runServe({
      ...storage.env,
      PORT: '0',
      HOST: '192.0.2.1',
      LOG_LEVEL: 'error',
    });
    assertRefused(foreign, /^HOST 192\.0\.2\.1 .*EADDRNOTAVAIL/);
  });

  it('says what is wrong with the folder', async () => {
    const file = join(storage.folder, '..', 'a-file');
    await writeFile(file, '');
    assertRefused(await runServe({ DATA_DIR: file }), /^The data folder .*a-file cannot be made/);
    const folder = join(storage.folder, '..', 'no-secret');
    await mkdir(folder);
    await writeFile(join(folder, 'server-secret'), 'too short');
    assertRefused(await runServe({ DATA_DIR: folder }), /does not hold a server secret/);
  });

  it('says that a file is no database', async () => {
    const folder = join(storage.folder, '..', 'no-database');
    await mkdir(folder);
    await writeFile(join(folder, 'kisima.db'), 'this is a letter, and a long one\n'.repeat(500));
    assertRefused(
      await runServe({ DATA_DIR: folder }),
      /kisima\.db cannot be opened: .*not a data/,
    );
  });

  it('says that PostgreSQL does not answer, and keeps its password', async () => {
    const url = 'postgres://somebody:open-sesame@127.0.0.1:1/kisima';
    const end = await runServe({ ...storage.env, DATABASE_URL: url });
    assertRefused(end, /DATABASE_URL.* cannot be opened: .*ECONNREFUSED/);
    assert.ok(!end.stderr.includes('sesame'));
  });
});

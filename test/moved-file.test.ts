import assert from 'node:assert/strict';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openDatabase } from '../src/db/open-database.ts';
import { registerUser } from './helpers/accounts/accounts.ts';
import { makeMigratedSqlite } from './helpers/database/migrated-storage.ts';
import { makeTestFolder } from './helpers/server/test-folder.ts';
import { startTestServer, type TestServer } from './helpers/server/test-server.ts';
import { until } from './helpers/until.ts';
import { randomMac, registerDevice } from './helpers/water/devices.ts';

describe('a database file that is not the one that was opened', () => {
  let parent: string;
  let folder: string;
  let path: string;
  let server: TestServer;
  let token: string;
  let mac: string;

  const start = async () => {
    server = await startTestServer({ engine: 'sqlite', env: { DATA_DIR: folder } });
  };
  beforeEach(async () => {
    parent = await makeTestFolder('moved');
    folder = join(parent, 'data');
    path = join(folder, 'kisima.db');
    await mkdir(folder);
    await start();
    ({ token } = await registerUser(server));
    mac = randomMac();
    await registerDevice(server, token, mac);
    assert.equal((await push()).status, 201);
  });
  afterEach(async () => {
    await server.stop();
    await rm(parent, { recursive: true, force: true });
  });

  const push = () => {
    server.clock.advance(60_000);
    return server.request('POST', '/iot_push.php', {
      form: { mac_address: mac, water_level_percent: 50 },
    });
  };
  const register = () =>
    server.request('POST', '/api/devices.php?action=register', {
      token,
      json: { mac_or_serial: randomMac() },
    });
  const ready = () => server.request('GET', '/readyz');
  const told = () =>
    server.logged().match(/"level":60.*the database file was deleted, moved or replaced/g) ?? [];
  /** Of the first moment it may be that nobody has looked yet. */
  const untilRefused = () => until(async () => (await push()).status === 503);
  const assertNothingIsTaken = async () => {
    for (const { status, text, headers } of [await push(), await register()]) {
      assert.equal(status, 503, text);
      assert.ok(headers.get('retry-after'));
    }
    const { status, text } = await ready();
    assert.equal(status, 503);
    assert.match(text, /The database file is not the one that was opened: put it back, or stop/);
    assert.equal(told().length, 1);
  };
  const aside = () => join(parent, 'aside.db');

  const losses: [string, () => Promise<void>][] = [
    ['deleted', () => rm(path)],
    [
      'replaced by another',
      async () => {
        await makeMigratedSqlite(aside());
        await rename(aside(), path);
      },
    ],
    [
      'replaced by a copy of it',
      async () => {
        await copyFile(path, aside());
        await rename(aside(), path);
      },
    ],
    ['removed with its folder', () => rm(folder, { recursive: true })],
    [
      'in a folder that was made anew',
      async () => {
        await rm(folder, { recursive: true });
        await mkdir(folder);
      },
    ],
    ['without its log', () => rm(`${path}-wal`)],
  ];
  for (const [what, lose] of losses) {
    it(`takes nothing: it was ${what}`, async () => {
      await lose();
      await untilRefused();
      await assertNothingIsTaken();
      await assertNothingIsTaken();
    });
  }

  it('is not taken for another that stands there by now, by who reads it for the first time', async () => {
    const other = join(parent, 'other.db');
    await makeMigratedSqlite(other);
    const db = await openDatabase({ engine: 'sqlite', path: other, cacheKib: 1024 });
    await makeMigratedSqlite(aside());
    await rename(aside(), other);
    await assert.rejects(db.longRead.selectFrom('users').selectAll().execute(), {
      code: 'SQLITE_READONLY_DBMOVED',
    });
    await db.close();
  });

  it('is told of by who only asks whether the server is ready', async () => {
    await rm(path);
    assert.equal((await ready()).status, 503);
    assert.equal(told().length, 1);
  });

  it('serves again once it is back, with all that was acknowledged', async () => {
    await rename(path, aside());
    await untilRefused();
    await assertNothingIsTaken();
    await rename(aside(), path);
    assert.equal((await ready()).status, 200);
    assert.match(server.logged(), /the database file is back in its place/);
    assert.equal((await push()).status, 201);
    assert.equal((await register()).status, 201);
    const folderAgain = join(parent, 'elsewhere');
    await rename(folder, folderAgain);
    await untilRefused();
    await assertNothingIsTakenOnly();
    await rename(folderAgain, folder);
    assert.equal((await ready()).status, 200);
    assert.equal((await push()).status, 201);
  });

  const assertNothingIsTakenOnly = async () => {
    assert.equal((await push()).status, 503);
    assert.equal((await ready()).status, 503);
    assert.equal(told().length, 2);
  };
});

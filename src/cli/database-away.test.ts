import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeStorage, type Storage } from '../../test/helpers/server/kisima-process.ts';
import { assertRefused, runKisima } from '../../test/helpers/server/run-kisima.ts';
import { connectPostgres } from '../db/postgres/postgres.ts';

const password = 'hunter2hunter2';

/** Commands that open the database, each in its own way. */
const commands = [['users'], ['doctor'], ['recompute'], ['sms', 'grant', 'a@example.com', '1']];

describe('commands without their database', () => {
  let storage: Storage;
  let there: URL;
  before(async () => {
    storage = await makeStorage('postgres');
    there = new URL(storage.databaseUrl ?? '');
    assert.equal((await runKisima(['migrate'], storage.env)).code, 0);
    await ask(`create role crowded login password '${password}' connection limit 0`);
  });
  after(async () => {
    await ask('drop role crowded');
    await storage.remove();
  });

  const ask = async (query: string) => {
    const client = await connectPostgres({
      url: there.href,
      connectTimeoutMs: 5000,
      statementTimeoutMs: 5000,
    });
    await client.query(query);
    await client.end();
  };
  /** The URL of the database, with another part of it. */
  const withPart = (part: 'host' | 'username' | 'pathname', value: string) => {
    const url = new URL(there);
    url.password = password;
    url[part] = value;
    return url.href;
  };

  it('say in one line, without the password, why PostgreSQL lets them not in', async () => {
    const closed = await findClosedPort();
    const wrong: [string, RegExp][] = [
      [withPart('host', `localhost:${closed}`), /ECONNREFUSED/],
      [withPart('username', there.username), /password authentication failed/],
      [withPart('username', 'crowded'), /too many connections/],
      [
        withPart('pathname', '/nowhere').replace(password, there.password),
        /"nowhere" does not exist/,
      ],
      [withPart('host', 'nowhere.invalid:5432'), /nowhere\.invalid/],
    ];
    for (const [url, line] of wrong) {
      for (const command of commands) {
        const end = await runKisima(command, { ...storage.env, DATABASE_URL: url });
        assertRefused(end, line);
        assert.ok(!end.stderr.includes(password), end.stderr);
      }
    }
  });

  it('say in one line that a file is no database', async () => {
    const folder = join(storage.folder, '..', 'letters');
    await mkdir(folder);
    await writeFile(join(folder, 'kisima.db'), 'Dear Kisima,\n'.repeat(1000));
    for (const command of commands) {
      assertRefused(await runKisima(command, { DATA_DIR: folder }), /not a database/);
    }
  });
});

async function findClosedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { makeTestFolder } from '../../../test/helpers/server/test-folder.ts';
import { useTestServer } from '../../../test/helpers/server/test-server.ts';
import { withDatabase } from '../../cli/open-database.ts';
import { runCommand } from '../../cli/run-command.ts';
import { readConfig } from '../../config.ts';
import { describeDataFolder } from '../../data-folder.ts';
import type { Database } from '../database.ts';
import type { Db } from '../db.ts';
import { migrate } from '../migrate.ts';
import { openSqlite } from './sqlite-dialect.ts';
import { createStatementRunner, openSqliteFile, type SqliteFile } from './sqlite-file.ts';

/** Values of https://www.sqlite.org/pragma.html#pragma_temp_store. */
const inFiles = 1;
const inMemory = 2;

async function sortsOf({ read, longRead, write }: Database): Promise<number[]> {
  return await Promise.all([read, longRead, write].map(placeOf));
}

async function placeOf(db: Db): Promise<number> {
  const { rows } = await sql<{ temp_store: number }>`pragma temp_store`.execute(db);
  return rows[0]?.temp_store ?? Number.NaN;
}

describe('sorts that outgrow the cache', () => {
  let folder: string;
  let path: string;
  before(async () => {
    folder = await makeTestFolder('sorts');
    path = describeDataFolder(folder).databasePath;
    process.env['DATA_DIR'] = folder;
    await runCommand(['migrate'], process.env);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('go to files in the folder of the database', () => {
    const file = openSqliteFile(path, { readonly: true, cacheKib: 1024 });
    const rows = file
      .prepare(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < 50000)
         select i * 7919 % 50021 as key, hex(zeroblob(50)) as filling from n order by key`,
      )
      .iterate();
    rows.next();
    const files = unnamedFiles();
    rows.return?.();
    file.close();
    assert.ok(files.length > 0);
    assert.deepEqual([...new Set(files.map((name) => join(name, '..')))], [folder]);
  });

  it('do so in every connection of a command', async () => {
    const config = readConfig({ DATA_DIR: folder });
    assert.deepEqual(await withDatabase(config, sortsOf), [inFiles, inFiles, inFiles]);
  });

  for (const before of [inMemory, inFiles]) {
    it(`do so while the schema is brought up to date, and then as before (${before})`, async () => {
      const file = openSqliteFile(join(folder, `${before}.db`), {
        readonly: false,
        cacheKib: 1024,
      });
      file.pragma(`temp_store = ${before}`);
      const places = await placesOfIndexes(file);
      assert.ok(places.length > 20);
      assert.deepEqual([...new Set(places)], [inFiles]);
      assert.equal(placeNow(file), before);
      file.close();
    });
  }
});

describe('sorts of a server', () => {
  const server = useTestServer({ engine: 'sqlite' });

  it('stay in memory, whose requests sort a few rows', async () => {
    assert.deepEqual(await sortsOf(server.db), [inMemory, inMemory, inMemory]);
  });
});

/** Migrates a new file; for each index that is made, where the connection sorts. */
async function placesOfIndexes(file: SqliteFile): Promise<unknown[]> {
  const places: unknown[] = [];
  const run = createStatementRunner(file);
  const write = openSqlite({
    execute: (text, parameters) => {
      if (/^\s*create (unique )?index/i.test(text)) places.push(placeNow(file));
      return run(text, parameters);
    },
    acquire: async () => () => {},
  });
  await migrate({ engine: 'sqlite', write });
  return places;
}

function placeNow(file: SqliteFile): unknown {
  return file.pragma('temp_store', { simple: true });
}

/** Files that this process has open and that have no name any more, or never had one. */
function unnamedFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const target = readlinkSync(join('/proc/self/fd', name));
      return target.endsWith(' (deleted)') && target.startsWith('/') ? [target] : [];
    } catch {
      // The folder's own, which is closed by now.
      return [];
    }
  });
}

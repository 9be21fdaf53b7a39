import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { readConfig } from '../../src/config.ts';
import { describeDataFolder } from '../../src/data-folder.ts';
import type { Db } from '../../src/db/db.ts';
import { migrate, SchemaError } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { openSqlite } from '../../src/db/sqlite/sqlite-dialect.ts';
import { createStatementRunner, openSqliteFile } from '../../src/db/sqlite/sqlite-file.ts';
import type { Tables } from '../../src/db/tables/tables.ts';
import { openStorage } from '../../src/open-storage.ts';
import { postgresTarget } from '../helpers/database/migrated-storage.ts';
import { makePostgresDatabase } from '../helpers/database/postgres.ts';
import { makeTestFolder } from '../helpers/server/test-folder.ts';

/** Fewer would mean that statements were missed. */
const leastStatements = 100;

describe('migrations of SQLite that are killed', () => {
  let parent: string;
  let states: string[];
  let whole: unknown;

  before(async () => {
    parent = await makeTestFolder('migrations');
    states = [];
    const folder = join(parent, 'undisturbed');
    mkdirSync(folder);
    const path = join(folder, 'kisima.db');
    const file = openSqliteFile(path, { readonly: false, cacheKib: 1024 });
    const run = createStatementRunner(file);
    // A process that is killed here leaves its writes with the system.
    const keep = () => {
      const state = join(parent, `state-${states.length}`);
      states.push(state);
      mkdirSync(state);
      for (const end of ['', '-wal', '-shm'])
        if (existsSync(path + end)) copyFileSync(path + end, join(state, `kisima.db${end}`));
      return join(state, 'kisima.db-wal');
    };
    let statements = 0;
    let last = '';
    const write = openSqlite({
      execute: (text, parameters) => {
        statements += 1;
        // An equal statement needs no second try.
        const bytes = [path, `${path}-wal`].map((each) => existsSync(each) && readFileSync(each));
        const digest = createHash('sha256').update(String(bytes)).digest('hex');
        if (digest !== last) keep();
        last = digest;
        return run(text, parameters);
      },
    });
    await migrate({ engine: 'sqlite', write });
    assert.ok(statements > leastStatements, `${statements} statements`);
    // The commit was written only so far.
    const { size } = statSync(`${path}-wal`);
    for (const part of [0.1, 0.5, 0.9, 1 - 1 / size]) truncateSync(keep(), Math.floor(size * part));
    whole = await schemaOf('sqlite', write);
    file.close();
  });
  after(() => rm(parent, { recursive: true, force: true }));

  it('go on at the next start, whatever statement they came to', async () => {
    for (const state of states) {
      const { db } = await openStorage(readConfig({ DATA_DIR: state }), describeDataFolder(state));
      const schema = await schemaOf('sqlite', db.read);
      await db.close();
      assert.deepEqual(schema, whole, state);
    }
  });

  it('say what helps where the schema is there without its record', async () => {
    const folder = join(parent, 'unrecorded');
    mkdirSync(folder);
    const file = openSqliteFile(join(folder, 'kisima.db'), { readonly: false, cacheKib: 1024 });
    file.exec('create table users (id integer)');
    file.close();
    await assert.rejects(
      openStorage(readConfig({ DATA_DIR: folder }), describeDataFolder(folder)),
      /^Error: A migration failed, and nothing of it was kept: the database holds a part of the schema that no finished migration made\. Restore a backup; /,
    );
  });
});

/** A connection that breaks at one statement of all that are sent over any: before it goes, or just after. */
type Cut = { at: number; isAfter: boolean };

/** Migrates over connections that are cut. @returns the statements that were sent, with that one. */
async function migrateUnder({ at, isAfter }: Cut, url: string): Promise<string[]> {
  const sent: string[] = [];
  const pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    const { stream } = (client as unknown as { connection: pg.Connection }).connection;
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const cut = (...args: unknown[]) => {
      const [asked] = args as [string | { text: string }];
      sent.push(typeof asked === 'string' ? asked : asked.text);
      const isHere = sent.length === at;
      if (isHere && !isAfter) stream.destroy();
      const answer = query(...args);
      if (isHere && isAfter) stream.end();
      return answer;
    };
    Object.assign(client, { query: cut });
  });
  const write = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate({ engine: 'postgres', write });
  } catch (error) {
    assert.ok(sent.length >= at, String(error));
  } finally {
    await write.destroy();
  }
  return sent;
}

async function isMade(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `select 1 from pg_tables where schemaname = 'public' and tablename not like 'kysely_%'`,
  );
  await client.end();
  return rows.length > 0;
}

describe('migrations of PostgreSQL that are killed', () => {
  it('leave all or nothing, whatever statement they came to, and go on at the next start', async () => {
    const undisturbed = await makePostgresDatabase();
    const whole = await migrated(undisturbed.url);
    let database = await makePostgresDatabase();
    /** If all is there, it begins with another database, else with what was left. */
    const tryWith = async (cut: Cut): Promise<string[]> => {
      const sent = await migrateUnder(cut, database.url);
      if (await isMade(database.url)) {
        assert.deepEqual(await migrated(database.url), whole, JSON.stringify(cut));
        await database.drop();
        database = await makePostgresDatabase();
      }
      return sent;
    };
    let at = 0;
    for (let isOver = false; !isOver; ) {
      at += 1;
      const sent = await tryWith({ at, isAfter: false });
      isOver = sent.length < at;
      if (sent[at - 1] === 'commit') await tryWith({ at, isAfter: true });
    }
    assert.ok(at > leastStatements, `${at} statements`);
    await tryWith({ at: at - 10, isAfter: false });
    assert.deepEqual(await migrated(database.url), whole);
    await Promise.all([undisturbed.drop(), database.drop()]);
  });

  it('end with a sentence that names the next step', async () => {
    const database = await makePostgresDatabase();
    const db = await openDatabase(postgresTarget(database.url));
    await sql`create table users (id integer)`.execute(db.write);
    await assert.rejects(migrate(db), (error: Error) => {
      assert.ok(error instanceof SchemaError);
      assert.match(error.message, /Restore a backup; where nothing was stored yet, move /);
      return true;
    });
    await sql`drop table users`.execute(db.write);
    const impatient = await openDatabase({
      ...postgresTarget(database.url),
      statementTimeoutMs: 50,
    });
    await db.write.connection().execute(async (other) => {
      // As Kysely does while it migrates.
      await sql`select pg_advisory_lock(3853314791062309107)`.execute(other);
      await assert.rejects(
        migrate(impatient),
        /another process that migrates.* Run kisima migrate,/,
      );
      await sql`select pg_advisory_unlock(3853314791062309107)`.execute(other);
    });
    assert.ok((await migrate(db)).length > 0);
    await Promise.all([db.close(), impatient.close()]);
    await database.drop();
  });
});

/** Migrates as the program does at its start. @returns the schema. */
async function migrated(url: string): Promise<unknown> {
  const folder = await makeTestFolder('migrations');
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: url });
  const { db } = await openStorage(config, describeDataFolder(folder));
  const schema = await schemaOf('postgres', db.read);
  await db.close();
  await rm(folder, { recursive: true });
  return schema;
}

async function schemaOf(engine: 'sqlite' | 'postgres', db: Db): Promise<unknown> {
  const { rows } = await (engine === 'sqlite' ? inSqlite : inPostgres).execute(db);
  return rows;
}

const inSqlite = sql`
  select type, name, sql from sqlite_master
  union all select 'step', name, '' from kysely_migration order by type, name`;
const inPostgres = sql`
  select c.relname as name, c.relkind as kind, c.relpersistence, c.reloptions::text,
    pg_get_indexdef(c.oid) as index, pg_get_partkeydef(c.oid) as parts,
    (select json_agg(json_build_array(attname, atttypid::regtype, attnotnull, attidentity) order by attnum)
      from pg_attribute where attrelid = c.oid and attnum > 0)::text as columns,
    (select json_agg(pg_get_constraintdef(oid) order by conname)
      from pg_constraint where conrelid = c.oid)::text as constraints
  from pg_class as c where c.relnamespace = 'public'::regnamespace
  union all select name, 'step', null, null, null, null, null, null from kysely_migration
  order by kind, name`;

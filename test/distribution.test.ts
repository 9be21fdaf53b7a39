import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { distribute } from '../src/cli/distribute.ts';
import type { Database } from '../src/db/database.ts';
import { placements, refuseHalfSpread } from '../src/db/postgres/placements.ts';
import { openTestDatabase } from './helpers/database/test-database.ts';

/** Tables of the schema and of the copy, which no cluster has to know. */
const ofTheSchema = ['kysely_migration', 'kysely_migration_lock'];

const distributed = Object.entries(placements).flatMap(([table, placement]) =>
  placement.kind === 'distributed' ? [{ table, column: placement.column }] : [],
);

describe('kisima migrate --distribute', () => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase('postgres'));
  });
  after(() => close());

  /** Stand-in for Citus's functions, by their names and arguments, which records its calls. */
  const standIn = async () => {
    const statements = [
      `create table placed (no bigint generated always as identity, name text, type text,
        distribution_column text, beside text)`,
      `create function citus_version() returns text language sql as $$ select 'Citus 12.1.4 on x86_64' $$`,
      `create table pg_dist_node (nodename text, noderole text, groupid int, isactive boolean,
        shouldhaveshards boolean)`,
      `insert into pg_dist_node values ('the coordinator', 'primary', 0, true, true),
        ('a standby', 'secondary', 1, true, true), ('a drained worker', 'primary', 2, true, false)`,
      `create view citus_tables as select name::regclass as table_name, type as citus_table_type,
        distribution_column from placed where type <> 'truncated'`,
      `create function create_distributed_table(name regclass, distribution_column text,
        distribution_type text default 'hash', colocate_with text default 'default',
        shard_count int default null) returns void language sql
        as $$ insert into placed (name, type, distribution_column, beside)
          values ($1::text, 'distributed', $2, $4) $$`,
      `create function create_reference_table(name regclass) returns void language sql
        as $$ insert into placed (name, type, distribution_column) values ($1::text, 'reference', '<none>') $$`,
      `create function truncate_local_data_after_distributing_table(name regclass) returns void language sql
        as $$ insert into placed (name, type) values ($1::text, 'truncated') $$`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db.write);
  };
  const asked = async () => {
    const { rows } = await sql<Record<'name' | 'type' | 'distribution_column' | 'beside', string>>`
      select name, type, distribution_column, beside from placed order by no`.execute(db.read);
    return rows.map(({ name, type, distribution_column, beside }) =>
      [name, type, distribution_column, beside].filter((each) => each !== null).join(' '),
    );
  };
  const run = async () => {
    const lines: string[] = [];
    await distribute(db, (line) => lines.push(line.trim().replaceAll(/ {2,}/g, ' | ')));
    return lines;
  };

  it('says what is missing where the extension is, and on SQLite', async () => {
    await assert.rejects(run(), /^Error: The extension citus is not installed in this database: /);
    const sqlite = await openTestDatabase('sqlite');
    await assert.rejects(
      distribute(sqlite.db, () => {}),
      /^Error: Set DATABASE_URL: /,
    );
    await sqlite.close();
  });

  it('says which versions are supported where it is another one', async () => {
    await standIn();
    await assert.rejects(run(), /^Error: Citus 13\.0, 13\.1, 13\.2 are supported, .* of 12\.1:/);
    await sql`create or replace function citus_version() returns text language sql
      as $$ select 'Citus 13.2.2 on x86_64' $$`.execute(db.write);
  });

  it('says that there is no worker, and spreads nothing', async () => {
    await assert.rejects(run(), /^Error: This cluster has no worker that may hold shards/);
    assert.deepEqual(await asked(), []);
    await sql`insert into pg_dist_node values ('a worker', 'primary', 3, true, true)`.execute(
      db.write,
    );
  });

  it('places every table beside those of its column, and says so', async () => {
    // As a run leaves it that broke off after its first table.
    await sql`insert into device_status (device_id) values (1)`.execute(db.write);
    await sql`insert into readings (device_id, sensor_no, recorded_at, level, status, source, quality)
      values (1, 1, 1, 1, 0, 0, 0)`.execute(db.write);
    await sql`select create_distributed_table('device_status', 'device_id', colocate_with => 'none')`.execute(
      db.write,
    );
    await assert.rejects(
      refuseHalfSpread(db.read),
      /^Error: Only a part of the tables is spread over the cluster: sensors, readings, .* are not\. Run kisima migrate --distribute again, which goes on from there\.$/,
    );
    const lines = await run();
    await refuseHalfSpread(db.read);
    assert.equal(lines.length, Object.keys(placements).length);
    assert.equal(lines[0], 'device_status | by device_id | was so already');
    assert.equal(lines[1], 'sensors | by device_id | done');
    assert.ok(lines.includes('devices | reference | done'));
    assert.ok(lines.includes('sessions | local | stays on the coordinator'));
    const calls = await asked();
    assert.deepEqual(calls.slice(0, 5), [
      'device_status distributed device_id none',
      'device_status truncated',
      'sensors distributed device_id device_status',
      'readings distributed device_id device_status',
      'readings truncated',
    ]);
    assert.ok(calls.includes('sms_groups distributed user_id none'));
    assert.ok(calls.includes('sms_contacts distributed user_id sms_groups'));
    assert.equal(calls.filter((call) => call.includes(' reference ')).length, 4);
  });

  it('leaves what is placed as it is', async () => {
    // As the real function leaves them.
    await sql`truncate device_status, readings`.execute(db.write);
    const before = await asked();
    const lines = await run();
    assert.deepEqual(await asked(), before);
    assert.ok(
      lines.every((line) => /was so already$|stays on the coordinator$/.test(line)),
      lines.join(),
    );
  });

  it('knows every table of the schema', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
        and relnamespace = current_schema()::regnamespace
        and relname not in ('placed', 'pg_dist_node')
      order by relname`.execute(db.read);
    const known = [...Object.keys(placements), ...ofTheSchema];
    assert.deepEqual(
      rows.map(({ name }) => name),
      known.sort(),
    );
  });

  it('may do it: every unique index of a table that is spread has its column, which is never null', async () => {
    for (const { table, column } of distributed) {
      const { rows } = await sql<{ name: string; columns: string[] }>`
        select i.indexrelid::regclass::text as name, array_agg(a.attname::text) as columns
        from pg_index as i
        join pg_attribute as a on a.attrelid = i.indrelid and a.attnum = any (i.indkey) and a.attnotnull
        where i.indrelid = ${table}::regclass and (i.indisunique or i.indisprimary)
        group by i.indexrelid`.execute(db.read);
      assert.ok(rows.length > 0, `${table} has no key`);
      for (const { name, columns } of rows) {
        assert.ok(columns.includes(column), `${name} lacks ${column}`);
      }
    }
  });
});

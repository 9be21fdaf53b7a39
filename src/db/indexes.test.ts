import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../test/helpers/database/test-database.ts';
import { describeOnBothEngines, type Engine } from '../../test/helpers/server/test-server.ts';
import type { Db } from './db.ts';

/** An index in the engine's catalogue; `condition` is empty where it holds all rows. */
type Index = { table: string; name: string; columns: string; isUnique: boolean; condition: string };

describeOnBothEngines('the indexes', (engine) => {
  it('are each of use: none repeats a primary key or another index, or the beginning of one', async () => {
    const { db, close } = await openTestDatabase(engine);
    try {
      const indexes = await indexesOf(engine, db.read);
      assert.ok(indexes.length > 60, `only ${indexes.length} indexes in the catalogue`);
      const repeated = indexes.flatMap((index) => {
        const other = indexes.find((other) => repeats(index, other));
        return other ? [`${index.name} repeats ${other.name}`] : [];
      });
      assert.deepEqual(repeated, []);
    } finally {
      await close();
    }
  });

  it('are seen to repeat one another where they do', async () => {
    const { db, close } = await openTestDatabase(engine);
    try {
      await sql`create index again on pump_commands (device_id)`.execute(db.write);
      const indexes = await indexesOf(engine, db.read);
      const again = indexes.filter(({ name }) => name === 'again');
      assert.equal(again.length, 1);
      assert.ok(again.every((index) => indexes.some((other) => repeats(index, other))));
    } finally {
      await close();
    }
  });
});

/** A unique index does more than find rows: only one of the same columns says the same. */
function repeats(index: Index, other: Index): boolean {
  if (index === other || index.table !== other.table) return false;
  if (index.condition !== other.condition) return false;
  if (index.columns === other.columns) return other.isUnique || !index.isUnique;
  return !index.isUnique && other.columns.startsWith(`${index.columns},`);
}

async function indexesOf(engine: Engine, db: Db): Promise<Index[]> {
  const { rows } = await (engine === 'postgres' ? inPostgres : inSqlite).execute(db);
  return rows.map((row) => ({ ...row, isUnique: Number(row.isUnique) === 1 }));
}

type Row = Omit<Index, 'isUnique'> & { isUnique: number };

/** Indexes of the parts of a table are those of the table. */
const inPostgres = sql<Row>`
  select c.relname as name, t.relname as "table", i.indisunique::integer as "isUnique",
    coalesce(pg_get_expr(i.indpred, i.indrelid), '') as condition,
    (select string_agg(pg_get_indexdef(i.indexrelid, n, true), ',' order by n)
      from generate_series(1, i.indnkeyatts) as n) as columns
  from pg_index as i
    join pg_class as c on c.oid = i.indexrelid
    join pg_class as t on t.oid = i.indrelid
  where t.relnamespace = current_schema()::regnamespace and not c.relispartition`;

/** The key of a table of rowids is the table itself, which the catalogue lists among its columns alone. */
const inSqlite = sql<Row>`
  select l.name, m.name as "table", l."unique" as "isUnique",
    coalesce(substr(s.sql, nullif(instr(s.sql, ' where '), 0)), '') as condition,
    (select group_concat(name, ',') from (select name from pragma_index_info(l.name) order by seqno))
      as columns
  from sqlite_master as m
    join pragma_index_list(m.name) as l
    left join sqlite_master as s on s.type = 'index' and s.name = l.name
  where m.type = 'table'
  union all
  select m.name || ' (its rowid)', m.name, 1, '', c.name
  from sqlite_master as m join pragma_table_info(m.name) as c
  where m.type = 'table' and c.pk = 1 and c.type = 'integer'`;

import { sql } from 'kysely';
import type { Database } from '../../src/db/database.ts';

/** Parts of readings are made as time goes on: each installation has those of its own days. */
const ofDays = /^readings_(before|\d)/;

/** A line for each table, column, index and constraint, in one order. */
export async function describeSchema({ engine, read }: Database): Promise<string[]> {
  const query = engine === 'sqlite' ? sqliteQuery : postgresQuery;
  const { rows } = await query.execute(read);
  return rows
    .filter(({ of }) => !ofDays.test(of))
    .map(({ of, text }) => `${of}: ${text.replaceAll(/\s+/g, ' ')}`)
    .sort();
}

type Row = { of: string; text: string };

const sqliteQuery = sql<Row>`
  select tbl_name as "of", sql as "text" from sqlite_master where sql is not null`;

const postgresQuery = sql<Row>`
  with ours as (
    select oid, relname, reloptions from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  )
  select relname as of, concat_ws(' ', 'column', attname, format_type(atttypid, atttypmod),
      case when attnotnull then 'not null' end, nullif(attidentity, ''),
      pg_get_expr(adbin, adrelid)) as text
    from ours join pg_attribute on attrelid = ours.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
  union all
  select relname, concat('options ', reloptions) from ours
  union all
  select relname, pg_get_constraintdef(pg_constraint.oid) from ours join pg_constraint on conrelid = ours.oid
  union all
  select relname, pg_get_indexdef(indexrelid) from ours join pg_index on indrelid = ours.oid`;

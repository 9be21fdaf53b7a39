import { type RawBuilder, sql } from 'kysely';
import type { Engine } from './db.ts';
import { Slot } from './prepare.ts';

type ColumnType = 'bigint' | 'text';
type Columns = Record<string, ColumnType>;
export type RowOf<C extends Columns> = {
  [K in keyof C]: C[K] extends 'bigint' ? number | null : string | null;
};

/**
 * Rows as a table inside a statement: one parameter, and one SQL text for any number of rows, so that it is
 * compiled once. Used as `from ${rowSet(…)} as v`.
 */
export function rowSet<C extends Columns>(
  engine: Engine,
  columns: C,
  rows: readonly RowOf<C>[],
): RawBuilder<unknown> {
  const names = Object.keys(columns);
  const write = (given: readonly RowOf<C>[]) =>
    JSON.stringify(given.map((row) => names.map((name) => row[name])));
  const json = rows instanceof Slot ? rows.through(write) : write(rows);
  const fields = names.map((name, index) => {
    const field = sql`value ->> ${sql.lit(index)}`;
    const typed = engine === 'sqlite' ? field : sql`(${field})::${sql.raw(columns[name] ?? '')}`;
    return sql`${typed} as ${sql.ref(name)}`;
  });
  const source =
    engine === 'sqlite'
      ? sql`json_each(${json})`
      : sql`jsonb_array_elements(${json}::jsonb) as rows(value)`;
  return sql`(select ${sql.join(fields)} from ${source})`;
}

import type { PostgresClient } from '../../db/postgres/postgres.ts';
import { backupTable } from '../../db/put-back.ts';
import type { SqliteFile } from '../../db/sqlite/sqlite-file.ts';
import { progressTable } from '../../db/unfinished-copy.ts';
import { shelfColumn } from '../../water/record/postgres/shelve-rollups.ts';
import { type ColumnType, namesOf, type TablePlan } from './ends.ts';

/** Tables of the engine, the schema or a backup, and counts that soon expire. */
const leftOut = [
  'kysely_migration',
  'kysely_migration_lock',
  progressTable,
  backupTable,
  'sms_key_windows',
  'throttles',
  'storage_probes',
  'database_home',
];

const columnsQuery = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
    a.attidentity <> '' as counted, array_position(i.indkey::int2[], a.attnum) as place
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
  order by c.relname, a.attnum`;

/** `place` is a column's place in the primary key. */
type KeyColumn = { table: string; column: string; place: number | null };
type ColumnRow = KeyColumn & { type: ColumnType; counted: boolean };

/** Tables of a migrated PostgreSQL database, whose types are the exact ones; its own keys. */
export async function readLayout(client: PostgresClient): Promise<TablePlan[]> {
  const { rows } = await client.query<ColumnRow>(columnsQuery);
  return [...copiedTables(rows)].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column, type }) => ({ name: column, type })),
    key: keyOf(columns),
    isCounted: columns.some(({ counted }) => counted),
  }));
}

/**
 * The same tables as SQLite has them, in the order of its keys.
 * @throws Error where one engine has a table or a column that the other lacks: its rows would be lost.
 */
export function fitToSqlite(layout: TablePlan[], file: SqliteFile): TablePlan[] {
  const rows = file
    .prepare(
      `select t.name as "table", c.name as "column", nullif(c.pk, 0) as place
       from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'`,
    )
    .all() as KeyColumn[];
  const tables = copiedTables(rows);
  const describe = (table: string, columns: string[]) => `${table}(${columns.sort().join(', ')})`;
  const here = [...tables].map(([table, columns]) => describe(table, columnsOf(columns)));
  const there = layout.map((table) => describe(table.name, namesOf(table)));
  const different = [...new Set(here).symmetricDifference(new Set(there))];
  if (different.length > 0) throw new Error(`the engines differ in ${different.join(', ')}`);
  return layout.map((table) => ({ ...table, key: keyOf(tables.get(table.name) ?? []) }));
}

function copiedTables<Column extends KeyColumn>(columns: Column[]): Map<string, Column[]> {
  const copied = columns.filter(
    ({ table, column }) =>
      !leftOut.includes(table) && !(table === 'hourly_rollups' && column === shelfColumn),
  );
  return Map.groupBy(copied, ({ table }) => table);
}

function keyOf(columns: KeyColumn[]): string[] {
  const inKey = columns.filter(({ place }) => place !== null);
  return columnsOf(inKey.sort((a, b) => (a.place ?? 0) - (b.place ?? 0)));
}

function columnsOf(columns: KeyColumn[]): string[] {
  return columns.map(({ column }) => column);
}

import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { requireSupportedCitus } from '../db/postgres/citus/version.ts';
import { type Placement, placements } from '../db/postgres/placements.ts';
import { CommandError } from './command-error.ts';

type Placed = { table: string; place: string; note: string };

/**
 * Spreads the tables that grow over the servers of a Citus cluster. A table that is spread already stays as
 * it is, so a run that broke off is run again.
 * @param tell is called with a line for each table as soon as it has its place.
 * @throws CommandError where the database is not one of Citus, or of one without workers; StartError where
 * its version is not supported.
 */
export async function distribute(db: Database, tell: (line: string) => void): Promise<void> {
  if (db.engine === 'sqlite') {
    throw new CommandError('Set DATABASE_URL: only PostgreSQL with Citus can be distributed.');
  }
  await refuseWithoutCitus(db);
  await requireSupportedCitus(db.write);
  await refuseWithoutWorkers(db);
  const known = await findPlaced(db);
  const anchors = new Map<string, string>();
  for (const [table, placement] of Object.entries(placements)) {
    const isNew = !known.has(table) && placement.kind !== 'local';
    if (isNew) await place(db, table, placement, anchors);
    // Checked of each: a run that was cut off may have placed a table and gone no further.
    if (placement.kind !== 'local') await dropLocalRows(db, table);
    if (placement.kind === 'distributed' && !anchors.has(placement.column)) {
      anchors.set(placement.column, table);
    }
    tell(
      lineOf({
        table,
        place: known.get(table) ?? describe(placement),
        note: noteOf(placement, isNew),
      }),
    );
  }
}

async function refuseWithoutCitus(db: Database): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regproc('create_distributed_table') is not null
      and to_regclass('citus_tables') is not null as found`.execute(db.write);
  if (rows[0]?.found) return;
  throw new CommandError(
    'The extension citus is not installed in this database: on every server of the cluster set ' +
      "shared_preload_libraries = 'citus' and run create extension citus, then try again.",
  );
}

/** Citus would put all shards on the coordinator, and leave them there when workers come. */
async function refuseWithoutWorkers(db: Database): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_dist_node
    where noderole = 'primary' and groupid <> 0 and isactive and shouldhaveshards`.execute(
    db.write,
  );
  if (rows.length > 0) return;
  throw new CommandError(
    'This cluster has no worker that may hold shards, so nothing was spread: on the coordinator run ' +
      "select citus_add_node('HOST', PORT) for each worker, then try again.",
  );
}

/** Tables that Citus has already, each with its place. */
async function findPlaced(db: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; type: string; column: string }>`
    select table_name::text as name, citus_table_type as type, distribution_column as column
    from citus_tables`.execute(db.write);
  return new Map(
    rows.map(({ name, type, column }) => [name, type === 'distributed' ? `by ${column}` : type]),
  );
}

async function place(
  db: Database,
  table: string,
  placement: Placement,
  anchors: ReadonlyMap<string, string>,
): Promise<void> {
  if (placement.kind === 'reference') {
    await sql`select create_reference_table(${table})`.execute(db.write);
  } else if (placement.kind === 'distributed') {
    const { column } = placement;
    const beside = anchors.get(column) ?? 'none';
    await sql`select create_distributed_table(${table}, ${column}, colocate_with => ${beside})`.execute(
      db.write,
    );
  }
}

/** Rows that were copied to the shards would stay on the coordinator for nothing. */
async function dropLocalRows(db: Database, table: string): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select coalesce(max(pg_relation_size(relid)), 0) > 0 as found from (
      select ${table}::regclass as relid union select relid from pg_partition_tree(${table}::regclass)
    ) as parts`.execute(db.write);
  if (!rows[0]?.found) return;
  await sql`select truncate_local_data_after_distributing_table(${table})`.execute(db.write);
}

function describe(placement: Placement): string {
  return placement.kind === 'distributed' ? `by ${placement.column}` : placement.kind;
}

function noteOf({ kind }: Placement, isNew: boolean): string {
  if (kind === 'local') return 'stays on the coordinator';
  return isNew ? 'done' : 'was so already';
}

function lineOf({ table, place, note }: Placed): string {
  return `  ${table.padEnd(24)}  ${place.padEnd(12)}  ${note}`;
}

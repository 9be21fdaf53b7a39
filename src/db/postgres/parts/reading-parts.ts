import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database.ts';
import type { Part } from './missing-parts.ts';

/**
 * The parts of the table of readings on PostgreSQL: months, weeks or days of UTC, `readings_before` for all
 * that is older than the first of them, `readings_default` for what none of them holds.
 */

/** Size of a part, as far as is cheap to know: exact up to 10,000 rows, else PostgreSQL's estimate. */
type PartSize = { rows: number };

const exactUpTo = 10_000;

/**
 * Longest wait for a lock, in milliseconds: pushes and reads that come meanwhile wait behind us. Who
 * does not get it tries again later.
 */
const lockMs = 300;

const defaultPart = 'readings_default';

/** The parts that have bounds, oldest first; none on SQLite. */
export async function findParts({
  read,
  engine,
}: Pick<Database, 'read' | 'engine'>): Promise<Part[]> {
  if (engine === 'sqlite') return [];
  const { rows } = await sql<{ name: string; bounds: string }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
    where i.inhparent = 'readings'::regclass`.execute(read);
  return rows
    .flatMap(({ name, bounds }) => {
      const [, from, end] = /^FOR VALUES FROM \((.+)\) TO \((.+)\)$/.exec(bounds) ?? [];
      return from && end ? [{ name, from: readBound(from), end: readBound(end) }] : [];
    })
    .sort((a, b) => a.from - b.from);
}

function readBound(text: string): number {
  if (text === 'MINVALUE') return Number.NEGATIVE_INFINITY;
  if (text === 'MAXVALUE') return Number.POSITIVE_INFINITY;
  return Number(text.replaceAll("'", ''));
}

/**
 * A check that refuses nothing: Citus keeps the lock of a table from its shards, to which batches write, but
 * a change of the table locks them all, until the transaction ends. Without it a batch nearly always
 * puts another reading into the default part between the move and the end.
 */
const changeDefault = sql`alter table ${sql.table(defaultPart)}`;
const whileMade = sql.ref('while_a_part_is_made');

/**
 * Makes a part, and moves the readings of its span into it from `readings_default`. Readers and writers of
 * readings wait meanwhile, before they look up the parts: a query that had only to wait for the default
 * part would miss what was moved out of it, and a reading on its way there would be refused.
 * @returns false if a lock was held for so long that nothing was done.
 */
export function makePart(db: Database, part: Part): Promise<boolean> {
  const target = sql.table(part.name);
  const ofPart = sql`recorded_at >= ${bound(part.from, Number.MIN_SAFE_INTEGER)}
    and recorded_at < ${bound(part.end, Number.MAX_SAFE_INTEGER)}`;
  const spreadOnly = (statement: RawBuilder<unknown>) => (db.isSpread ? [statement] : []);
  return unlessLocked(db, [
    sql`lock table readings in access exclusive mode`,
    ...spreadOnly(sql`${changeDefault} add constraint ${whileMade} check (true) not valid`),
    sql`create table ${target} (like readings including defaults including constraints)`,
    sql`insert into ${target} select * from ${sql.table(defaultPart)} where ${ofPart}`,
    sql`delete from ${sql.table(defaultPart)} where ${ofPart}`,
    sql`alter table readings attach partition ${target}
      for values from (${bound(part.from, 'minvalue')}) to (${bound(part.end, 'maxvalue')})`,
    ...spreadOnly(sql`${changeDefault} drop constraint ${whileMade}`),
  ]);
}

function bound(instant: number, infinite: 'minvalue' | 'maxvalue' | number): RawBuilder<unknown> {
  return sql.raw(String(Number.isFinite(instant) ? instant : infinite));
}

export async function sizeOfPart({ read }: Database, { name }: Part): Promise<number> {
  const { rows } = await sql<PartSize>`
    select case when counted.rows < ${sql.lit(exactUpTo)} then counted.rows
      else greatest(counted.rows, c.reltuples::bigint) end as rows
    from pg_class as c, (
      select count(*) as rows
      from (select 1 from ${sql.table(name)} limit ${sql.lit(exactUpTo)}) as first_rows
    ) as counted
    where c.oid = ${name}::regclass`.execute(read);
  return rows[0]?.rows ?? 0;
}

/** Drops a part with all its readings. @returns false as `makePart` does. */
export function dropPart(db: Database, { name }: Part): Promise<boolean> {
  return unlessLocked(db, [sql`drop table ${sql.table(name)}`]);
}

/**
 * Drops a part if it has no reading, as when all are packed.
 * @returns false as `makePart` does, or where it has one.
 */
export async function dropEmptyPart(db: Database, part: Part): Promise<boolean> {
  if ((await sizeOfPart(db, part)) > 0) return false;
  const name = sql.table(part.name);
  return await unlessLocked(db, [
    sql`lock table readings in access exclusive mode`,
    // Fails, as if it were locked, where a reading has come meanwhile.
    sql`alter table ${name} add constraint is_empty check (false)`,
    sql`drop table ${name}`,
  ]);
}

/**
 * `lock_not_available`, `deadlock_detected`, which a wait for a lock can end in as well, and
 * `check_violation`: a batch of Citus may have written to the default part before that was locked there.
 */
const lockedStates = ['55P03', '40P01', '23514'];

async function unlessLocked(db: Database, statements: RawBuilder<unknown>[]): Promise<boolean> {
  try {
    await db.transaction(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(trx);
      for (const statement of statements) await statement.execute(trx);
    });
    return true;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && lockedStates.includes(code)) return false;
    throw error;
  }
}

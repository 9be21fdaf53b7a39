import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Db } from './db.ts';
import { isStorageDamaged } from './storage-away.ts';

export type Integrity = {
  /** Faults that the engine found, in its own words. */
  faults: string[];
  /** Reason why something could not be checked. */
  unchecked?: string;
};

/** Most faults that are named: a broken disk has thousands. */
const mostFaults = 20;

/**
 * Lets the engine check all that it stores: order and completeness of indexes, pages, references between
 * tables. It reads every page, so it takes as long as the disk does.
 */
export async function checkIntegrity(db: Database): Promise<Integrity> {
  return db.engine === 'sqlite' ? await checkSqlite(db.longRead) : await checkPostgres(db.read);
}

/** https://www.sqlite.org/pragma.html#pragma_integrity_check, which does not look at foreign keys. */
async function checkSqlite(db: Db): Promise<Integrity> {
  try {
    const pages = await sql<{ integrity_check: string }>`
      pragma integrity_check(${sql.lit(mostFaults)})`.execute(db);
    const found = pages.rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
    const orphans = await sql<{ table: string; rowid: number; parent: string }>`
      pragma foreign_key_check`.execute(db);
    const orphaned = orphans.rows.map(
      ({ table, rowid, parent }) => `row ${rowid} of ${table} belongs to nothing in ${parent}`,
    );
    return { faults: [...found, ...orphaned].slice(0, mostFaults) };
  } catch (error) {
    return { faults: [damageOf(error)] };
  }
}

/**
 * Checks by the extension amcheck, where the operator has installed it: PostgreSQL checks nothing by
 * itself.
 * https://www.postgresql.org/docs/current/amcheck.html
 */
async function checkPostgres(db: Db): Promise<Integrity> {
  const { rows: installed } = await sql`
    select 1 from pg_extension where extname = 'amcheck'`.execute(db);
  if (installed.length === 0) {
    const unchecked =
      'PostgreSQL can check its tables only with its extension: create extension amcheck';
    return { faults: [], unchecked };
  }
  const faults: string[] = [];
  const held: string[] = [];
  for (const { name, kind } of await findRelations(db)) {
    try {
      faults.push(...(kind === 'i' ? await checkIndex(db, name) : await checkTable(db, name)));
    } catch (error) {
      if (isCode(error, insufficientPrivilege)) {
        return { faults, unchecked: `this user may not use amcheck: ${(error as Error).message}` };
      }
      if (isCode(error, lockNotAvailable)) held.push(name);
      else if (await isThere(db, name)) faults.push(`${name}: ${damageOf(error)}`);
    }
    if (faults.length >= mostFaults) break;
  }
  const unchecked = held.length > 0 && { unchecked: `others held ${held.join(', ')}` };
  return { faults: faults.slice(0, mostFaults), ...unchecked };
}

/** A server drops parts of readings while they are checked, and PostgreSQL has several codes for that. */
async function isThere(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 where to_regclass(${name}) is not null`.execute(db);
  return rows.length > 0;
}

/** Tables and B-trees of ours, as `schema.name` in the quotes that a name may need. */
async function findRelations(db: Db) {
  const { rows } = await sql<{ name: string; kind: 'r' | 'i' }>`
    select c.oid::regclass::text as name, c.relkind::text as kind
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    left join pg_am as a on a.oid = c.relam
    where n.nspname = current_schema() and c.relpersistence = 'p'
      and (c.relkind = 'r' or (c.relkind = 'i' and a.amname = 'btree'))
    order by c.relname`.execute(db);
  return rows;
}

/** Throws what it finds; with `heapallindexed` also for a row that the index has lost. */
async function checkIndex(db: Db, name: string): Promise<string[]> {
  await sql`select bt_index_check(index => ${name}::regclass, heapallindexed => true)`.execute(db);
  return [];
}

async function checkTable(db: Db, name: string): Promise<string[]> {
  const { rows } = await sql<{ blkno: string; msg: string }>`
    select blkno::text, msg from verify_heapam(relation => ${name}::regclass)
    limit ${sql.lit(mostFaults)}`.execute(db);
  return rows.map(({ blkno, msg }) => `${name}, block ${blkno}: ${msg}`);
}

/** @throws the error itself where it is about anything but damage. */
function damageOf(error: unknown): string {
  if (!isStorageDamaged(error)) throw error;
  return (error as Error).message;
}

/** SQLSTATEs of PostgreSQL. */
const insufficientPrivilege = '42501';
const lockNotAvailable = '55P03';

function isCode(error: unknown, code: string): boolean {
  return (error as { code?: unknown }).code === code;
}

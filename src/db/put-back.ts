import { readFile, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Ids } from '../kit/ids.ts';
import type { Database } from './database.ts';
import type { Db, Engine } from './db.ts';

/**
 * Fewest ids that are skipped when a copy of a database was put back: more than are given between a backup
 * and its restore (11,000 messages a second for a day).
 */
export const fewestLeftOut = 1_000_000_000;

/** Table that makes a file a backup: its time, and the server secret. `kisima restore` takes it out. */
export const backupTable = 'kisima_backup';

/**
 * Bytes of the random number that is added: up to 2^40, since the same backup may be put back twice, and
 * each time ids must begin elsewhere; few enough for eight thousand restores.
 */
const drawnBytes = 5;

function drawLeftOut(ids: Pick<Ids, 'secret'>): number {
  const drawn = Buffer.from(ids.secret(drawnBytes), 'base64url').readUIntBE(0, drawnBytes);
  return fewestLeftOut + drawn;
}

type Here = { db: Database; markPath: string; ids: Pick<Ids, 'secret'> };

/**
 * Detects that the database is a copy that was put back, or was moved, and lets its ids go on far above
 * those that may have been given since the copy was made: holders of ids (receivers of webhooks, people
 * with a link) must not take a new row for one that is lost. Of a backup that was put back by hand it drops
 * the table with the server secret. To be called at each start.
 * @param markPath of the file beside an embedded database by which this is detected; see decision 30.
 * @returns the number of ids that were skipped; 0 where it was not put back.
 */
export async function noticePutBack({ db, markPath, ids }: Here): Promise<number> {
  const isEmbedded = db.engine === 'sqlite';
  const found = isEmbedded ? await readMark(markPath) : await readPlace(db.write);
  // Drawn anew each time, so that also a copy that was put back by hand has an old one.
  const home = isEmbedded ? ids.secret(18) : (found ?? '');
  const leftOut = await db.transaction(async (trx) => {
    if (isEmbedded) await sql`drop table if exists ${sql.table(backupTable)}`.execute(trx);
    const known = await holdHome(trx);
    const isKnown = known === '' ? !(await hasUsers(trx)) : known === found;
    const amount = isKnown ? 0 : drawLeftOut(ids);
    if (amount > 0) await leaveOutIds(trx, db.engine, amount);
    if (known !== home) await trx.updateTable('database_home').set({ home }).execute();
    return amount;
  });
  if (isEmbedded) await writeFile(markPath, home, { mode: 0o600 });
  return leftOut;
}

async function readMark(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Identifies the place by cluster, timeline, database and the file of the table: `pg_restore`, a copy of
 * the database, a recovery to a point in time and the promotion of a standby each change one of them.
 */
async function readPlace(db: Db): Promise<string> {
  const { rows } = await sql<{ place: string }>`
    select concat_ws('/', s.system_identifier, c.timeline_id, d.oid,
      pg_relation_filenode('database_home')) as place
    from pg_control_system() s, pg_control_checkpoint() c, pg_database d
    where d.datname = current_database()`.execute(db);
  return rows[0]?.place ?? '';
}

/** Locks the row until the transaction ends: of several processes that start, one detects it. */
async function holdHome(trx: Db): Promise<string> {
  const { home } = await trx
    .insertInto('database_home')
    .values({ id: 1, home: '' })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1 }))
    .returning('home')
    .executeTakeFirstOrThrow();
  return home;
}

async function hasUsers(trx: Db): Promise<boolean> {
  return (await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function leaveOutIds(trx: Db, engine: Engine, amount: number): Promise<void> {
  if (engine === 'postgres') {
    await sql`
      select setval(format('%I.%I', schemaname, sequencename)::regclass,
        coalesce(last_value, 0) + ${sql.lit(amount)})
      from pg_sequences where schemaname = current_schema()`.execute(trx);
    return;
  }
  await sql`
    insert into sqlite_sequence (name, seq)
    select name, 0 from sqlite_schema t where type = 'table' and sql like '%autoincrement%'
      and not exists (select 1 from sqlite_sequence s where s.name = t.name)`.execute(trx);
  await sql`update sqlite_sequence set seq = seq + ${sql.lit(amount)}`.execute(trx);
}

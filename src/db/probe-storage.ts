import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Bytes that a probe writes, twice as many in hexadecimal: more than a usual commit, since a full disk may
 * still have the room that a failed commit has left; random, so that PostgreSQL cannot compress it.
 */
const fillingBytes = 65_536;

/** Rejects if storage does not answer, or is not the one that was opened. */
export async function probeReading(db: Database): Promise<void> {
  db.checkPlace?.();
  await sql`select 1`.execute(db.readWhole);
}

/**
 * Rejects if storage takes no writes: a full disk, a file or a server that can only be read. The row is
 * committed before it is deleted, since no engine writes out a row that it does not keep.
 */
export async function probeWriting({ writeWhole }: Pick<Database, 'writeWhole'>): Promise<void> {
  const filling = randomBytes(fillingBytes).toString('hex');
  await writeWhole.insertInto('storage_probes').values({ filling }).execute();
  await writeWhole.deleteFrom('storage_probes').execute();
}

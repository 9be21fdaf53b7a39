import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** Room for a row that is written and taken away again, to see whether the disk takes writes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, 'create table storage_probes (filling text not null);');
}

import { type Kysely, sql } from 'kysely';

/**
 * How many copies of a message left and were not answered, which is what limits its repeats. Of those
 * that are unknown as yet, nobody has counted more than one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sms_messages add column in_doubt integer not null default 0`.execute(db);
  await sql`update sms_messages set in_doubt = 1 where status = 'unknown'`.execute(db);
}

import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** Corrections whose ledger is not made anew yet, and those that were taken back meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(
    db,
    `
    alter table corrections add column due_at bigint;
    alter table corrections add column taken_back_at bigint;
    create index corrections_due on corrections (due_at) where due_at is not null;
    `,
  );
}

import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/**
 * Whether a person ever chose the language of the account. Of older accounts only those in another language
 * than the default are known to have.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(
    db,
    `
    alter table users add column language_chosen integer not null default 0;
    update users set language_chosen = 1 where language <> 'en';
    `,
  );
}

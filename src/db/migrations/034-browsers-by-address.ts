import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** Browsers by their address: the one that a new account takes over is removed from the account before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(
    db,
    `create index notification_targets_of_browser on notification_targets (address)
       where channel = 'web-push';`,
  );
}

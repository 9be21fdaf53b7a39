import type { Kysely } from 'kysely';
import { ddlOf, type Engine, execute } from './ddl.ts';

/** Accounts whose messages are held, since when and why; all that bulk jobs left out; and what lists by
 * dates, and sums by key, are read by. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { clustered } = ddlOf(engine);
  await execute(
    db,
    `
    alter table sms_accounts add column suspended_at bigint;
    alter table sms_accounts add column suspended_reason text;

    alter table sms_jobs add column rejected_count integer not null default 0;
    create table sms_rejections (
      user_id bigint not null,
      job_id bigint not null,
      place integer not null,
      written text,
      error text not null,
      constraint sms_rejections_key primary key (user_id, job_id, place)
    ) ${clustered};

    alter table sms_jobs add column key_id bigint;
    alter table sms_messages add column key_id bigint;
    create index sms_messages_by_time on sms_messages (user_id, created_at, id);
    create index sms_ledger_by_time on sms_ledger (user_id, created_at, id);
    `,
  );
}

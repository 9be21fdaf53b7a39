import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/**
 * The balance at which an account is told that it runs low, whether it does, and what is still to be told;
 * and what is known of the money that providers have of the operator.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(
    db,
    `
    alter table sms_accounts add column low_balance bigint;
    alter table sms_accounts add column is_low integer not null default 0;
    alter table sms_accounts add column low_untold integer not null default 0;
    alter table sms_accounts add column low_at bigint;
    create index sms_accounts_low_untold on sms_accounts (user_id) where low_untold = 1;
    create table sms_provider_money (
      provider text not null,
      balance double precision,
      currency text,
      asked_at bigint,
      is_low integer not null default 0,
      is_refusing integer not null default 0,
      refused_at bigint,
      refusal_told_at bigint,
      constraint sms_provider_money_key primary key (provider)
    );
    `,
  );
}

import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/**
 * The balance at which an account is told that it runs low, whether it does, and what is still to be told;
 * what is known of the money that providers have of the operator; why a person's SMS alerts do not go out; and
 * how many SMS a day the owner of a tank pays for a person.
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
    alter table notification_settings add column sms_stopped text;
    alter table notification_settings add column sms_checked_at bigint;
    alter table shares add column sms_paid_a_day integer;
    alter table notifications add column paid_by bigint;
    create index notifications_paid on notifications (user_id, created_at) where paid_by is not null;
    `,
  );
}

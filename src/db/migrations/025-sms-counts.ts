import type { Kysely } from 'kysely';
import { ddlOf, type Engine, execute } from './ddl.ts';

const buckets = Array.from({ length: 10 }, (_, index) => index);
const waits = (name: string) =>
  buckets.map((bucket) => `${name}_${bucket} bigint not null`).join(', ');

/**
 * Counts of messages by quarter of an hour, which outlive the messages; and up to which message of an
 * account they are counted.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { clustered } = ddlOf(engine);
  await execute(
    db,
    `
    create table sms_counts (
      user_id bigint not null,
      begins_at bigint not null,
      network text not null,
      class text not null,
      messages bigint not null,
      handed_over bigint not null,
      delivered bigint not null,
      undelivered bigint not null,
      failed bigint not null,
      expired bigint not null,
      cancelled bigint not null,
      ${waits('handed')},
      ${waits('receipt')},
      constraint sms_counts_key primary key (user_id, begins_at, network, class)
    ) ${clustered};
    create index sms_counts_by_time on sms_counts (begins_at);

    create table sms_counted (
      user_id bigint not null primary key,
      counted_to bigint not null
    );
    `,
  );
}

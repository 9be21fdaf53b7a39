import { sql } from 'kysely';
import type { Db, Engine } from '../../db/db.ts';
import { rowSet } from '../../db/row-set.ts';
import type { MessageClass } from '../message-states.ts';
import type { Contact, PlannedMessage } from './plan-bulk.ts';

/** What the messages of a job have in common. */
export type JobMessages = {
  userId: number;
  jobId: number;
  class: MessageClass;
  status: 'queued' | 'scheduled';
  scheduledAt: number | null;
  createdAt: number;
  dueAt: number;
  expiresAt: number;
  /** Whether they go to the simulator, whatever the routes say. */
  simulated: boolean;
  /** The sender that was asked for, in the form of `senderKey`; null for the account's first. */
  sender: string | null;
};

/** Stores all messages of a job in one statement, each of which costs one credit. */
export async function insertJobMessages(
  db: Db,
  engine: Engine,
  messages: readonly PlannedMessage[],
  job: JobMessages,
): Promise<void> {
  const [first] = messages;
  if (!first) return;
  const target = sql`
    insert into sms_messages (user_id, job_id, phone, body, class, status, encoding, segments, cost,
      priority, attempts, scheduled_at, created_at, due_at, expires_at, simulated, sender)`;
  const shared = sql`1, 1, 0, cast(${job.scheduledAt} as bigint), cast(${job.createdAt} as bigint),
      cast(${job.dueAt} as bigint), cast(${job.expiresAt} as bigint),
      ${sql.lit(job.simulated ? 1 : 0)}, cast(${job.sender} as text)`;
  const owner = sql`cast(${job.userId} as bigint), cast(${job.jobId} as bigint)`;
  const state = sql`cast(${job.class} as text), cast(${job.status} as text)`;
  if (messages.every(({ body }) => body === null)) {
    const columns = { phone: 'text' } as const;
    const rows = messages.map(({ phone }) => ({ phone }));
    const { encoding, segments } = first;
    await sql`${target}
      select ${owner}, phone, cast(null as text), ${state}, ${sql.lit(encoding)},
        ${sql.lit(segments)}, ${shared}
      from ${rowSet(engine, columns, rows)} as v`.execute(db);
    return;
  }
  const columns = { phone: 'text', body: 'text', encoding: 'text', segments: 'bigint' } as const;
  await sql`${target}
    select ${owner}, phone, body, ${state}, encoding, segments, ${shared}
    from ${rowSet(engine, columns, [...messages])} as v`.execute(db);
}

/** All contacts of a group in the order of their numbers; undefined where there is no such group. */
export async function findRecipients(
  db: Db,
  userId: number,
  groupId: number,
): Promise<Contact[] | undefined> {
  const rows = await db
    .selectFrom('sms_groups as g')
    .leftJoin('sms_contacts as c', (join) =>
      join.onRef('c.user_id', '=', 'g.user_id').onRef('c.group_id', '=', 'g.id'),
    )
    .select(['c.phone', 'c.name'])
    .where('g.user_id', '=', userId)
    .where('g.id', '=', groupId)
    .orderBy('c.phone')
    .execute();
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ phone, name }) => (phone === null ? [] : [{ phone, name }]));
}

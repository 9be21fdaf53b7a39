import { sql } from 'kysely';
import type { Db, Engine } from '../../db/db.ts';
import { rowSet } from '../../db/row-set.ts';
import { columnsOf, type Message, toRow } from '../message.ts';
import type { Contact, PlannedMessage } from './plan-bulk.ts';

const jobFields = [
  'userId',
  'jobId',
  'class',
  'status',
  'scheduledAt',
  'createdAt',
  'dueAt',
  'expiresAt',
  'simulated',
  'sender',
] as const;

export type JobMessages = Pick<Message, (typeof jobFields)[number]>;

const sameText = ['text', 'encoding', 'segments'] as const;

/** Stores all messages of a job in one statement, each of which costs one credit. */
export async function insertJobMessages(
  db: Db,
  engine: Engine,
  messages: readonly PlannedMessage[],
  job: JobMessages,
): Promise<void> {
  const [first] = messages;
  if (!first) return;
  const isSame = messages.every(({ text }) => text === null);
  const shared = { ...toRow(job, jobFields), ...(isSame && toRow(first, sameText)) };
  const sharedTypes = { ...columnsOf(jobFields), ...(isSame && columnsOf(sameText)) };
  const values = Object.entries(sharedTypes).map(
    ([name, type]) => sql`cast(${shared[name as keyof typeof shared]} as ${sql.raw(type)})`,
  );
  const each = isSame ? (['phone'] as const) : (['phone', ...sameText] as const);
  const columns = columnsOf(each);
  const rows = messages.map((message) => toRow(message, each));
  const names = (of: object) => sql.join(Object.keys(of).map((name) => sql.ref(name)));
  await sql`
    insert into sms_messages (${names(sharedTypes)}, cost, priority, attempts, ${names(columns)})
    select ${sql.join(values)}, 1, 1, 0, ${names(columns)}
    from ${rowSet(engine, columns, rows)} as v`.execute(db);
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

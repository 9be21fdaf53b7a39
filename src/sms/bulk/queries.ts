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

/** Messages of one statement where each brings its own text: a piece of work that holds the thread briefly. */
const ownAtOnce = 500;

/** Stores all messages of a job, each of which costs one credit: in one statement where they share their text. */
export async function insertJobMessages(
  db: Db,
  engine: Engine,
  messages: readonly PlannedMessage[],
  job: JobMessages,
): Promise<void> {
  const isSame = messages.every(({ text }) => text === null);
  const atOnce = isSame ? messages.length : ownAtOnce;
  for (let start = 0; start < messages.length; start += atOnce) {
    const some = messages.slice(start, start + atOnce);
    await insertSome(db, engine, { messages: some, job, isSame });
  }
}

type Some = { messages: readonly PlannedMessage[]; job: JobMessages; isSame: boolean };

async function insertSome(db: Db, engine: Engine, { messages, job, isSame }: Some): Promise<void> {
  const [first] = messages;
  if (!first) return;
  const shared = { ...toRow(job, jobFields), ...(isSame && toRow(first, sameText)) };
  const sharedTypes = { ...columnsOf(jobFields), ...(isSame && columnsOf(sameText)) };
  const values = Object.entries(sharedTypes).map(
    ([name, type]) => sql`cast(${shared[name as keyof typeof shared]} as ${sql.raw(type)})`,
  );
  const each = isSame ? (['phone'] as const) : (['phone', ...sameText, 'reference'] as const);
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

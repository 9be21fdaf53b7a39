import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Db, Engine } from '../../db/db.ts';
import { rowSet } from '../../db/row-set.ts';
import { statusesBefore } from '../message-states.ts';

const lookedUpAtOnce = 20_000;
const atOnce = 1000;

/** What its sender has not put off itself: a scheduled message has its time by the clock on the wall. */
const hastened = statusesBefore('claim').filter((status) => status !== 'scheduled');

type MessageKey = { user_id: number; id: number };

/**
 * Makes messages due that would be due only after an instant: that was named by a clock which was ahead.
 * Tries again come early by it, and promotional messages are put off to the end of quiet hours anew.
 */
export async function hastenMessages(
  { longRead, write, engine }: Pick<Database, 'longRead' | 'write' | 'engine'>,
  { now, after }: { now: number; after: number },
): Promise<void> {
  let waiting: MessageKey[];
  do {
    waiting = await findDueAfter(longRead, after);
    for (let start = 0; start < waiting.length; start += atOnce) {
      await makeDue(write, engine, { messages: waiting.slice(start, start + atOnce), now, after });
    }
  } while (waiting.length === lookedUpAtOnce);
}

async function findDueAfter(db: Db, after: number): Promise<MessageKey[]> {
  return await db
    .selectFrom('sms_messages')
    .select(['user_id', 'id'])
    .where('due_at', '>', after)
    .where('lease_until', 'is', null)
    .where('status', 'in', hastened)
    .limit(lookedUpAtOnce)
    .execute();
}

async function makeDue(
  db: Db,
  engine: Engine,
  { messages, now, after }: { messages: MessageKey[]; now: number; after: number },
): Promise<void> {
  const columns = { user_id: 'bigint', id: 'bigint' } as const;
  await sql`
    update sms_messages set due_at = ${now}
    from ${rowSet(engine, columns, messages)} as v
    where sms_messages.id = v.id and sms_messages.user_id = v.user_id
      and sms_messages.due_at > ${after} and sms_messages.lease_until is null`.execute(db);
}

import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import { type RowOf, rowSet } from '../../db/row-set.ts';
import type { MessageClass } from '../message-states.ts';
import { senderOfMessage } from '../sender-of-message.ts';

/** A single message as it is stored first. */
export type NewMessage = {
  userId: number;
  phone: string;
  text: string;
  class: MessageClass;
  status: 'sending' | 'queued' | 'scheduled';
  encoding: string;
  segments: number;
  scheduledAt: number | null;
  createdAt: number;
  dueAt: number;
  /** Who submits it at once; null where it waits in the outbox. */
  claimedBy: number | null;
  expiresAt: number;
  /** Whether it goes to the simulator, whatever the routes say. */
  simulated: boolean;
  /** The sender that was asked for, in the form of `senderKey`; null for the account's first. */
  sender: string | null;
};

/** `sender` is whom it is from; null where its account has no sender. */
export type StoredMessage = { id: number; sender: string | null };

const columns = {
  place: 'bigint',
  user_id: 'bigint',
  phone: 'text',
  body: 'text',
  class: 'text',
  status: 'text',
  encoding: 'text',
  segments: 'bigint',
  scheduled_at: 'bigint',
  created_at: 'bigint',
  due_at: 'bigint',
  claimed_by: 'bigint',
  expires_at: 'bigint',
  simulated: 'bigint',
  sender: 'text',
} as const;

const insertRows = prepare(
  ({ rows }: { rows: RowOf<typeof columns>[] }, engine) => sql<StoredMessage>`
    insert into sms_messages (user_id, phone, body, class, status, encoding, segments, cost, priority,
      attempts, scheduled_at, created_at, due_at, claimed_by, expires_at, simulated, sender)
    select user_id, phone, body, class, status, encoding, segments, 1, 0, 0, scheduled_at, created_at,
      due_at, claimed_by, expires_at, simulated, sender
    from ${rowSet(engine, columns, rows)} as v order by place
    returning id, ${senderOfMessage} as sender`,
);

/** Stores single messages, each of which costs one credit. @returns them in their order. */
export async function insertMessages(
  db: Db,
  messages: readonly NewMessage[],
): Promise<StoredMessage[]> {
  const rows = messages.map((message, place) => ({
    place,
    user_id: message.userId,
    phone: message.phone,
    body: message.text,
    class: message.class,
    status: message.status,
    encoding: message.encoding,
    segments: message.segments,
    scheduled_at: message.scheduledAt,
    created_at: message.createdAt,
    due_at: message.dueAt,
    claimed_by: message.claimedBy,
    expires_at: message.expiresAt,
    simulated: message.simulated ? 1 : 0,
    sender: message.sender,
  }));
  const stored = await insertRows(db, { rows });
  // Ids are counted up in the order of the rows; in which order they come back is nobody's promise.
  return stored.sort((a, b) => a.id - b.id);
}

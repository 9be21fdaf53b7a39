import type { Db } from '../../db/db.ts';
import type { FieldError } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { senderKey } from '../inbound/queries.ts';
import type { MessageClass } from '../message-states.ts';
import { findMessageDefaults, findSendersOf, type SenderRow } from './queries.ts';

type Asked = { sender?: string | null | undefined; class?: MessageClass | null | undefined };

/** Class of a message, and its sender in the form of `senderKey`; null where none is asked for. */
export type Origin = { class: MessageClass; sender: string | null };

/**
 * Reads class and sender of a request; what is wrong with them is added to `errors`. Without a class it is
 * that of the sender where that carries one alone, else the account's: programs that know the document alone
 * never name one, and their bulk is promotional where the account says so.
 */
export async function readOrigin(
  db: Db,
  userId: number,
  asked: Asked,
  errors: FieldError[],
): Promise<Origin> {
  const sender = asked.sender ?? null;
  const own = sender === null ? undefined : await findOwnSender(db, userId, sender, errors);
  const carried = own?.class ?? null;
  if (asked.class && carried !== null && carried !== asked.class) {
    errors.push({ field: 'class', message: fault('senderClass', { class: carried }) });
  }
  return {
    class: asked.class ?? carried ?? (await findMessageDefaults(db, userId)).class,
    sender: sender === null ? null : senderKey(sender),
  };
}

async function findOwnSender(
  db: Db,
  userId: number,
  sender: string,
  errors: FieldError[],
): Promise<SenderRow | undefined> {
  const senders = await findSendersOf(db, userId);
  const found = senders.find(({ name }) => senderKey(name) === senderKey(sender));
  if (!found) {
    const names = senders.map(({ name }) => name).join(', ');
    const message = senders.length === 0 ? fault('noSender') : fault('ownSender', { names });
    errors.push({ field: 'sender', message });
  }
  return found;
}

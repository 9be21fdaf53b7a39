import type { Db } from '../../db/db.ts';
import type { FieldError } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { senderKey } from '../inbound/queries.ts';
import { findSendersOf } from './queries.ts';

/**
 * The sender that a request asks for, in the form of `senderKey`; what is wrong with it is added to
 * `errors`.
 * @returns null where none is asked for.
 */
export async function readSender(
  db: Db,
  userId: number,
  { sender }: { sender?: string | null },
  errors: FieldError[],
): Promise<string | null> {
  if (sender === undefined || sender === null) return null;
  const key = senderKey(sender);
  const own = (await findSendersOf(db, userId)).map(({ name }) => name);
  if (!own.some((name) => senderKey(name) === key)) {
    const message =
      own.length === 0 ? fault('noSender') : fault('ownSender', { names: own.join(', ') });
    errors.push({ field: 'sender', message });
  }
  return key;
}

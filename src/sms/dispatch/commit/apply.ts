import type { Engine } from '../../../db/db.ts';
import type { ChangedMessage, Trx } from '../../message.ts';
import { followChanges } from '../follow-changes.ts';
import { type MessageUpdate, messageKey } from '../message-update.ts';
import { clearDoubts, type NewRef, saveRefs, updateMessages } from './apply-queries.ts';

/** Writes down what became of messages, and all that follows: ids for receipts, refunds, events, ends of jobs. */
export async function applyUpdates(
  trx: Trx,
  engine: Engine,
  updates: MessageUpdate[],
  now: number,
): Promise<ChangedMessage[]> {
  // An answer that comes late is about a message that was given up as unknown before.
  const changed = await apply(
    trx,
    engine,
    updates.filter(({ isLate }) => !isLate),
    now,
  );
  const late = updates.filter(({ isLate }) => isLate);
  if (late.length === 0) return changed;
  return [...changed, ...(await apply(trx, engine, await countingOf(trx, engine, late), now))];
}

async function apply(
  trx: Trx,
  engine: Engine,
  updates: MessageUpdate[],
  now: number,
): Promise<ChangedMessage[]> {
  if (updates.length === 0) return [];
  const changed = await updateMessages(trx, updates, now);
  // A message that was put off is where it was: there is no event, and no job has ended.
  const postponed = keysOf(updates.filter(({ event }) => event === 'postpone'));
  const moved = changed.filter(({ user_id, id }) => !postponed.has(messageKey(user_id, id)));
  await followChanges(trx, engine, moved, now);
  const refs = refsOf(updates, changed);
  if (refs.length > 0) await saveRefs(trx, { refs });
  return changed;
}

/**
 * A late answer that accepts always counts; one that does not, only where no other copy may have left.
 * @returns one update of each message: a row is changed once by a statement.
 */
async function countingOf(
  trx: Trx,
  engine: Engine,
  late: MessageUpdate[],
): Promise<MessageUpdate[]> {
  const accepted = late.filter(({ event }) => event === 'accept');
  const notTaken = late.filter(({ event }) => event !== 'accept');
  const cleared = await clearDoubts(trx, engine, firstOfEach(notTaken));
  const clearedKeys = rowKeysOf(cleared);
  const counting = notTaken.filter(({ userId, id }) => clearedKeys.has(messageKey(userId, id)));
  return firstOfEach([...accepted, ...counting]);
}

function firstOfEach(updates: MessageUpdate[]): MessageUpdate[] {
  const last = updates
    .toReversed()
    .map((each) => [messageKey(each.userId, each.id), each] as const);
  return [...new Map(last).values()];
}

/** The ids under which providers took those messages that are now `sent`. */
function refsOf(updates: MessageUpdate[], changed: ChangedMessage[]): NewRef[] {
  const sentKeys = rowKeysOf(changed.filter(({ status }) => status === 'sent'));
  return updates.flatMap(({ provider, refs, userId, id }) => {
    if (provider === null || !sentKeys.has(messageKey(userId, id))) return [];
    return [...new Set(refs)].map((ref) => ({ provider, ref, user_id: userId, message_id: id }));
  });
}

function keysOf(updates: MessageUpdate[]): Set<string> {
  return new Set(updates.map(({ userId, id }) => messageKey(userId, id)));
}

function rowKeysOf(rows: { user_id: number; id: number }[]): Set<string> {
  return new Set(rows.map(({ user_id, id }) => messageKey(user_id, id)));
}

import type { Engine } from '../../../db/db.ts';
import type { ChangedMessage, Trx } from '../../message.ts';
import { followChanges } from '../follow-changes.ts';
import { type MessageUpdate, messageKey } from '../message-update.ts';
import { clearDoubts, type NewRef, saveRefs, updateMessages } from './apply-queries.ts';
import { takeOfCancelledJobs } from './cancelled-jobs.ts';

/** What a transaction has written down, for what follows from it. */
type Written = {
  /** All messages that were changed, as they now are. */
  changed: ChangedMessage[];
  /** Those of them whose state is another one. */
  moved: ChangedMessage[];
  /** Those of them that had left the outbox, and are in it again. */
  returned: ChangedMessage[];
  /** Those that are not sent again, in the state that they were in. */
  stopped: ChangedMessage[];
};

/** The same of some updates; `putBack` are the messages that wait as before. */
type Put = Pick<Written, 'changed' | 'moved'> & { putBack: ChangedMessage[] };

/** Writes down what became of messages, and all that follows: ids for receipts, refunds, events, ends of jobs. */
export async function applyUpdates(
  trx: Trx,
  engine: Engine,
  updates: MessageUpdate[],
  now: number,
): Promise<ChangedMessage[]> {
  const written = await writeUpdates(trx, engine, updates, now);
  await followChanges(trx, engine, written, now);
  return written.changed;
}

/**
 * Writes down what became of messages, with the ids for receipts. All else follows by `followChanges`, which a
 * transaction calls once, last.
 */
export async function writeUpdates(
  trx: Trx,
  engine: Engine,
  updates: MessageUpdate[],
  now: number,
): Promise<Written> {
  // An answer that comes late is about a message that was given up as unknown before.
  const late = updates.filter(({ isLate }) => isLate);
  const inTime = updates.filter(({ isLate }) => !isLate);
  const written = await write(trx, inTime, now);
  const writtenLate = await write(trx, await countingOf(trx, engine, late), now);
  const { cancelled, stopped } = await takeOfCancelledJobs(trx, engine, [
    ...written.changed,
    ...writtenLate.changed,
  ]);
  const cancelledKeys = rowKeysOf(cancelled);
  return {
    changed: [...written.changed, ...writtenLate.changed, ...cancelled],
    moved: [...written.moved, ...writtenLate.moved, ...cancelled],
    returned: writtenLate.putBack.filter(
      ({ user_id, id }) => !cancelledKeys.has(messageKey(user_id, id)),
    ),
    stopped,
  };
}

async function write(trx: Trx, updates: MessageUpdate[], now: number): Promise<Put> {
  if (updates.length === 0) return { changed: [], moved: [], putBack: [] };
  const changed = await updateMessages(trx, updates, now);
  // A message that was put off is where it was: there is no event, and no job has ended.
  const postponed = keysOf(updates.filter(({ event }) => event === 'postpone'));
  const isPutBack = ({ user_id, id }: ChangedMessage) => postponed.has(messageKey(user_id, id));
  const refs = refsOf(updates, changed);
  if (refs.length > 0) await saveRefs(trx, { refs });
  const moved = changed.filter((each) => !isPutBack(each));
  return { changed, moved, putBack: changed.filter(isPutBack) };
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
  if (late.length === 0) return [];
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

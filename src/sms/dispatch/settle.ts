import { type EffectDeps, followChanges } from './follow-changes.ts';
import { type ChangedMessage, type NewRef, saveRefs, settleMessages, type Trx } from './queries.ts';
import type { Settlement } from './settlement.ts';

/** Writes settlements down, and all that follows: ids for receipts, refunds, events, ends of jobs. */
export async function settle(
  trx: Trx,
  deps: EffectDeps,
  settlements: Settlement[],
  now: number,
): Promise<ChangedMessage[]> {
  if (settlements.length === 0) return [];
  const changed = await settleMessages(trx, settlements, now);
  await followChanges(trx, deps, changed.filter(isNews(settlements)), now);
  const refs = refsOf(settlements, changed);
  if (refs.length > 0) await saveRefs(trx, refs);
  return changed;
}

/** What was put off is where it was: nobody need be told, and no job has ended. */
function isNews(settlements: Settlement[]): (message: ChangedMessage) => boolean {
  const putOff = settlements.filter(({ event }) => event === 'postpone');
  const keys = new Set(putOff.map(({ userId, id }) => keyOf({ user_id: userId, id })));
  return (message) => !keys.has(keyOf(message));
}

/** The ids of accepted messages. */
function refsOf(settlements: Settlement[], changed: ChangedMessage[]): NewRef[] {
  const stored = new Set(changed.filter(({ status }) => status === 'sent').map(keyOf));
  const refs = new Map<string, NewRef>();
  for (const { provider, refs: given, userId, id } of settlements) {
    if (provider === null || !stored.has(keyOf({ user_id: userId, id }))) continue;
    for (const ref of given) {
      refs.set(`${provider}/${ref}/${id}`, { provider, ref, user_id: userId, message_id: id });
    }
  }
  return [...refs.values()];
}

function keyOf({ user_id, id }: { user_id: number; id: number }): string {
  return `${user_id}/${id}`;
}

import type { EffectDeps } from './follow-changes.ts';
import { type ChangedMessage, clearDoubts, type Trx } from './queries.ts';
import { settle } from './settle.ts';
import { keyOf, type Settlement } from './settlement.ts';

/**
 * Writes down answers that came after their messages were given up as unknown. That one was accepted
 * holds in any case. That it was not taken says something only where no other copy may have left.
 */
export async function settleLate(
  trx: Trx,
  deps: EffectDeps,
  settlements: Settlement[],
  now: number,
): Promise<ChangedMessage[]> {
  const accepted = settlements.filter(({ event }) => event === 'accept');
  const notTaken = settlements.filter(({ event }) => event !== 'accept');
  const cleared = await clearDoubts(trx, deps.db.engine, firstOfEach(notTaken));
  const keys = new Set(cleared.map(({ id, user_id }) => keyOf({ id, userId: user_id })));
  const counts = notTaken.filter((settlement) => keys.has(keyOf(settlement)));
  return await settle(trx, deps, firstOfEach([...accepted, ...counts]), now);
}

/** A message may have two late answers at once; one row of it is changed by one of them. */
function firstOfEach(settlements: Settlement[]): Settlement[] {
  const firsts = new Map<string, Settlement>();
  for (const settlement of settlements) {
    if (!firsts.has(keyOf(settlement))) firsts.set(keyOf(settlement), settlement);
  }
  return [...firsts.values()];
}

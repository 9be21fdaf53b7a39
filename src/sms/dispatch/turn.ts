import type { Work } from '../../db/work.ts';
import { type Claimed, claim, type Turns } from './claim.ts';
import type { EffectDeps } from './follow-changes.ts';
import { createOwnEffects } from './own-effects.ts';
import type { Trx } from './queries.ts';
import { settle } from './settle.ts';
import { settleLate } from './settle-late.ts';
import type { Settlement } from './settlement.ts';

/** What one durable transaction of the dispatcher is to do. */
export type TurnOrder = {
  settlements: Settlement[];
  /** Whose turn it is; null where nothing is to be claimed. */
  turns: Turns | null;
  places: number;
  now: number;
  /** An instant that has surely come; what cannot be taken back goes by it. */
  surely: number;
  leaseUntil: number;
};

export type TurnOutcome = {
  /** Messages that the settlements have changed, as they now are. */
  changed: { user_id: number; id: number; status: string }[];
  claimed: Pick<Claimed, 'messages' | 'mayHaveMore'> | null;
};

/** Settles what providers have answered and claims what they have places for. */
export async function runTurn(
  trx: Trx,
  deps: EffectDeps,
  { settlements, turns, places, now, surely, leaseUntil }: TurnOrder,
): Promise<TurnOutcome> {
  const late = settlements.filter(({ isLate }) => isLate);
  const inTime = late.length === 0 ? settlements : settlements.filter(({ isLate }) => !isLate);
  const changed = await settleLate(trx, deps, late, now);
  changed.push(...(await settle(trx, deps, inTime, now)));
  const outcome = changed.map(({ user_id, id, status }) => ({ user_id, id, status }));
  if (!turns) return { changed: outcome, claimed: null };
  const claims = { free: places, now, surely, leaseUntil };
  const { messages, dropped, mayHaveMore } = await claim(trx, deps.db.engine, turns, claims);
  await settle(trx, deps, dropped, now);
  return { changed: outcome, claimed: { messages, mayHaveMore } };
}

/** A turn beside the connection: one message to the writer thread instead of one a statement. */
export const turnOfDispatcher: Work<TurnOrder, { outcome: TurnOutcome; hasEvents: boolean }> = {
  url: import.meta.url,
  name: 'turnOfDispatcher',
  run: async (trx, engine, order) => {
    const effects = createOwnEffects();
    const outcome = await runTurn(trx, { ...effects, db: { engine } }, order);
    return { outcome, hasEvents: effects.hasEvents() };
  },
};

import type { Database } from '../../db/database.ts';
import { refundedStatuses } from '../message-states.ts';
import { type ChangedMessage, finishJobs, type Trx } from './queries.ts';

/** What other rooms do when messages change, in the same transaction. */
export type MessageEffects = {
  /** Gives the credits of messages back, once for each message. */
  refund: (
    trx: Trx,
    messages: { id: number; user_id: number; cost: number }[],
    now: number,
  ) => Promise<unknown>;
  /** Stores status events for the webhooks of their accounts. */
  tell: (
    trx: Trx,
    messages: { user_id: number; id: number; status: string }[],
    now: number,
  ) => Promise<unknown>;
};

export type EffectDeps = MessageEffects & { db: Pick<Database, 'engine'> };
export type SettleDeps = MessageEffects & { db: Database };

/** What follows from every change of messages' states. */
export async function followChanges(
  trx: Trx,
  { refund, tell, db }: EffectDeps,
  changed: ChangedMessage[],
  now: number,
): Promise<void> {
  const refunded = changed.filter(({ status }) => refundedStatuses.some((each) => each === status));
  if (refunded.length > 0) await refund(trx, refunded, now);
  await tell(trx, changed, now);
  const jobs = new Map<string, { user_id: number; job_id: number }>();
  for (const { user_id, job_id, due_at } of changed) {
    if (job_id !== null && due_at === null) jobs.set(`${user_id}/${job_id}`, { user_id, job_id });
  }
  await finishJobs(trx, db.engine, [...jobs.values()], now);
}

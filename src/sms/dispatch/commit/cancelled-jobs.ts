import type { Engine } from '../../../db/db.ts';
import type { ChangedMessage, Trx } from '../../message.ts';
import { jobKeysOf } from '../follow-changes.ts';
import { cancelMessages, holdCancelledJobs, stopRepeats } from './apply-queries.ts';

/** Messages that no longer wait since their jobs were cancelled, as they now are. */
type Taken = {
  /** Those that were not sent: cancelled. */
  cancelled: ChangedMessage[];
  /** Those that may have been sent: `unknown` as before, and not sent again. */
  stopped: ChangedMessage[];
};

/** Takes those of some messages out of the outbox whose jobs were cancelled meanwhile. */
export async function takeOfCancelledJobs(
  trx: Trx,
  engine: Engine,
  messages: ChangedMessage[],
): Promise<Taken> {
  const waiting = messages.filter(({ due_at }) => due_at !== null);
  const jobs = new Set(await holdCancelledJobs(trx, engine, jobKeysOf(waiting)));
  const theirs = waiting.filter(({ job_id }) => job_id !== null && jobs.has(job_id));
  return {
    cancelled: await cancelMessages(trx, engine, theirs),
    stopped: await stopRepeats(trx, engine, theirs),
  };
}

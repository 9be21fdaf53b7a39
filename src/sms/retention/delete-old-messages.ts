import type { Database } from '../../db/database.ts';
import { pagesOf, rowsOfPages } from '../../kit/async/rows-of-pages.ts';
import { countMessages } from '../counts/count-messages.ts';
import { findLastOld } from '../counts/old-messages.ts';
import {
  addForgotten,
  deleteJob,
  deleteSingles,
  findOldJobs,
  findOverSingles,
  type Sums,
} from './account-queries.ts';
import { deleteOldInbound } from './inbound-queries.ts';
import type { Pass } from './pass.ts';

/** Rows of one write transaction: a few milliseconds. */
const step = 500;

/**
 * Deletes an account's messages that were accepted before an instant and that nothing waits for, jobs as a
 * whole, and adds what they had cost to the account's sums: its ledger keeps the entries about them. Their
 * counts by day stay, too.
 */
export async function deleteOldMessages(db: Database, userId: number, pass: Pass): Promise<void> {
  const { before, ahead, count, pauseSince, signal, now } = pass;
  await countMessages(db, userId, pass);
  if (signal.aborted) return;
  const forget = async (remove: (trx: Database['write']) => Promise<Sums>) => {
    const start = now();
    const { messages } = await db.transaction(async (trx) => {
      const sums = await remove(trx);
      if (sums.messages > 0) await addForgotten(trx, userId, sums);
      return sums;
    });
    count('sms_messages', messages);
    await pauseSince(start);
  };

  const jobs = rowsOfPages<number>(step, ({ after = 0, limit }) =>
    findOldJobs(db.read, { userId, after, before, ahead }, { withText: false, limit }),
  );
  for await (const jobId of jobs) {
    if (signal.aborted) return;
    await forget((trx) => deleteJob(trx, userId, jobId));
  }

  const last = await findLastOld(db.longRead, { userId, after: 0, before, ahead });
  if (last === undefined) return;
  const upTo = last + 1;
  const singles = pagesOf<number>(step, ({ after = 0, limit }) =>
    findOverSingles(db.longRead, { userId, after, before }, { upTo, withText: false, limit }),
  );
  for await (const ids of singles) {
    if (signal.aborted) return;
    await forget((trx) => deleteSingles(trx, userId, ids));
  }
}

/** Deletes messages from phones that came before an instant. */
export async function deleteOldMessagesFromPhones(
  db: Database,
  { before, count, pauseSince, signal, now }: Pass,
): Promise<void> {
  for (let rows = 1; rows > 0 && !signal.aborted; ) {
    const start = now();
    rows = await deleteOldInbound(db.write, { before, limit: step });
    count('sms_inbound', rows);
    await pauseSince(start);
  }
}

import type { Database } from '../../db/database.ts';
import { pagesOf } from '../../kit/async/rows-of-pages.ts';
import { findLastOld } from '../counts/old-messages.ts';
import { deleteRejections } from '../rejections/queries.ts';
import { findOldJobs, findOverSingles } from './account-queries.ts';
import { redactInbound } from './inbound-queries.ts';
import type { Pass } from './pass.ts';
import {
  findFirstWaiting,
  findPersonalised,
  findRedactedTo,
  redactJob,
  redactMessages,
  saveRedactedTo,
} from './text-queries.ts';

/** Rows of one write transaction: a few milliseconds. */
const step = 500;

/** Empties the texts of an account's messages that were accepted before an instant and are not waiting. */
export async function redactMessagesOf(db: Database, userId: number, pass: Pass): Promise<void> {
  await redactJobs(db, userId, pass);
  await redactSingles(db, userId, pass);
}

async function redactJobs(db: Database, userId: number, pass: Pass): Promise<void> {
  const { before, ahead, signal } = pass;
  let jobs: number[];
  do {
    const all = { userId, after: 0, before, ahead };
    jobs = await findOldJobs(db.longRead, all, { withText: true, limit: step });
    for (const jobId of jobs) {
      const own = pagesOf<number>(step, ({ after = 0, limit }) =>
        findPersonalised(db.longRead, { userId, jobId, after, limit }),
      );
      for await (const ids of own) {
        if (signal.aborted) return;
        await redact(db, userId, { ids, pass });
      }
      // What was left out as it was written: it may be any text.
      await deleteRejections(db.write, userId, jobId);
      // Last, since it marks the job as done.
      await redactJob(db.write, userId, jobId);
    }
  } while (jobs.length === step && !signal.aborted);
}

/** Continues after the last round; a message that waits is visited again. */
async function redactSingles(db: Database, userId: number, pass: Pass): Promise<void> {
  const { before, ahead, signal } = pass;
  const begun = await findRedactedTo(db.read, userId);
  const last = await findLastOld(db.longRead, { userId, after: begun, before, ahead });
  if (last === undefined) return;
  const upTo = last + 1;
  // Looked for first: one that ends its wait while the pages are read is visited in the next round.
  const waiting = await findFirstWaiting(db.longRead, userId, { after: begun, upTo, before });
  const over = pagesOf<number>(step, ({ after = begun, limit }) =>
    findOverSingles(db.longRead, { userId, after, before }, { upTo, withText: true, limit }),
  );
  for await (const ids of over) {
    if (signal.aborted) return;
    await redact(db, userId, { ids, pass });
  }
  const done = (waiting ?? upTo) - 1;
  if (done > begun) await saveRedactedTo(db.write, userId, done);
}

async function redact(
  db: Database,
  userId: number,
  { ids, pass }: { ids: number[]; pass: Pass },
): Promise<void> {
  const start = pass.now();
  pass.count('sms_messages', await redactMessages(db.write, userId, ids));
  await pass.pauseSince(start);
}

/** Empties the texts of messages from phones that came before an instant. */
export async function redactMessagesFromPhones(
  db: Database,
  { before, count, pauseSince, signal, now }: Pass,
): Promise<void> {
  for (let rows = step; rows === step && !signal.aborted; ) {
    const start = now();
    rows = await redactInbound(db.write, { before, limit: step });
    count('sms_inbound', rows);
    await pauseSince(start);
  }
}

import type { Database } from '../../db/database.ts';
import {
  countLedger,
  findBentAccounts,
  findStrayEntries,
  findUnchargedJobs,
  findUnchargedMessages,
  findUnforgotten,
  findWrongRefunds,
} from './queries.ts';

/** A fault that must never be, with the first cases of it. */
export type Finding = { title: string; cases: string[]; hasMore: boolean };

export type LedgerFigures = { accounts: number; entries: number; messages: number };

/** Cases of one kind that are named. */
const mostCases = 20;

/** Each check is one statement, which sees one instant: the server may go on meanwhile. */
const checks: { title: string; find: (db: Database, limit: number) => Promise<string[]> }[] = [
  {
    title: 'Accounts whose balance is not the sum of their ledger entries',
    find: async ({ longRead }, limit) =>
      (await findBentAccounts(longRead, limit)).map(
        ({ user_id, quota, used, granted, spent }) =>
          `account ${user_id}: quota ${quota}, used ${used}; by its entries ${granted} and ${spent}`,
      ),
  },
  {
    title: 'Single messages without exactly their charge',
    find: async ({ longRead }, limit) =>
      (await findUnchargedMessages(longRead, limit)).map(
        ({ id, user_id, cost, charged }) =>
          `message ${id} of account ${user_id}: costs ${cost}, charged ${charged ?? 'nothing'}`,
      ),
  },
  {
    title: 'Jobs whose charge is not that of their messages',
    find: async ({ longRead }, limit) =>
      (await findUnchargedJobs(longRead, limit)).map(
        ({ id, user_id, queued, messages, cost, charged }) =>
          `job ${id} of account ${user_id}: ${queued} queued, ${messages} messages that cost ${cost}, charged ${charged}`,
      ),
  },
  {
    title: 'Messages that are not refunded exactly when they ended unsent',
    find: async ({ longRead }, limit) =>
      (await findWrongRefunds(longRead, limit)).map(
        ({ id, user_id, status, cost, refunded }) =>
          `message ${id} of account ${user_id}: ${status}, cost ${cost}, refunded ${refunded ?? 'nothing'}`,
      ),
  },
  {
    title: 'Ledger entries about nothing',
    find: async ({ longRead }, limit) =>
      (await findStrayEntries(longRead, limit)).map(
        ({ id, user_id, kind, credits }) =>
          `entry ${id} of account ${user_id}: ${kind} of ${credits}`,
      ),
  },
  {
    title: 'Accounts whose entries about what is gone are not those of what was deleted',
    find: async ({ longRead }, limit) =>
      (await findUnforgotten(longRead, limit)).map(
        ({ user_id, charged, refunded, gone_charged, gone_refunded }) =>
          `account ${user_id}: charged ${charged}, refunded ${refunded}; deleted were ${gone_charged} and ${gone_refunded}`,
      ),
  },
];

/**
 * Proves that the credits add up: of every account the balance is the sum of its entries and `quota -
 * used`; every message has its charge, and is refunded exactly when it ended failed, expired or cancelled.
 * Charges and refunds of messages that were deleted when their time was over are those of their sums.
 */
export async function findFaults(
  db: Database,
): Promise<{ figures: LedgerFigures; findings: Finding[] }> {
  const findings: Finding[] = [];
  for (const { title, find } of checks) {
    const cases = await find(db, mostCases + 1);
    if (cases.length === 0) continue;
    findings.push({ title, cases: cases.slice(0, mostCases), hasMore: cases.length > mostCases });
  }
  return { figures: await countLedger(db.longRead), findings };
}

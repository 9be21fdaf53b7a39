import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { queueMessages, storeClaimer, storeJob } from '../../../test/helpers/sms/outbox.ts';
import { until } from '../../../test/helpers/until.ts';
import type { Database } from '../../db/database.ts';
import { applyUpdates } from './commit/apply.ts';
import type { MessageUpdate } from './message-update.ts';

const now = Date.parse('2026-11-21T08:00:00.000Z');

describe('the end of a job that several processes send', () => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase('postgres'));
  });
  after(() => close());

  /** Applies that one message was accepted, and commits only when `mayCommit`. */
  const accept = (id: number, mayCommit: () => Promise<unknown>) =>
    db.transaction(async (trx) => {
      const update: MessageUpdate = {
        id,
        userId: 1,
        event: 'accept',
        provider: 'fake',
        refs: [],
        error: null,
        dueAt: null,
        attempted: true,
        claimedBy: null,
      };
      await applyUpdates(trx, 'postgres', [update], now);
      await mayCommit();
    });
  const isSomebodyWaiting = async () => {
    const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db.read);
    return rows.length > 0;
  };

  it('is written down by the last of them, also when both are applied at once', async () => {
    const job = await storeJob(db, 1, 'Water is back');
    const claimed_by = await storeClaimer(db, now + 1000);
    const inHand = { job_id: job, body: null, status: 'sending', claimed_by };
    const [one = 0, other = 0] = await queueMessages(db, 2, inHand);
    let isOtherThrough = false;
    let othersCommit: Promise<void> | undefined;
    await accept(one, async () => {
      othersCommit = accept(other, async () => {
        isOtherThrough = true;
      });
      await until(async () => isOtherThrough || (await isSomebodyWaiting()));
    });
    await othersCommit;
    const jobs = await db.read.selectFrom('sms_jobs').select('finished_at').execute();
    assert.deepEqual(jobs, [{ finished_at: now }]);
  });
});

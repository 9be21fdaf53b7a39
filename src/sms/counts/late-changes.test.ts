import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { queueMessages } from '../../../test/helpers/sms/outbox.ts';
import { until } from '../../../test/helpers/until.ts';
import type { Database } from '../../db/database.ts';
import { dayMs } from '../../kit/time/units.ts';
import { applyMatched } from '../dispatch/receipts/apply-receipts.ts';
import { countMessages } from './count-messages.ts';
import { countSpan } from './queries.ts';

const acceptedAt = Date.parse('2026-11-21T08:00:00.000Z');
const now = acceptedAt + dayMs;

describe('a receipt that comes while its message is being counted by another process', () => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase('postgres'));
    await db.write
      .insertInto('sms_accounts')
      .values({ user_id: 1, quota: 10, used: 10, created_at: 0 })
      .execute();
  });
  after(() => close());

  const newSent = async () => {
    const sent = { status: 'sent', due_at: null, sent_at: acceptedAt };
    const [id = 0] = await queueMessages(db, 1, sent);
    return id;
  };
  const count = () =>
    countMessages(db, 1, {
      before: now,
      ahead: now,
      pauseSince: async () => {},
      now: () => 0,
      signal: new AbortController().signal,
    });
  /** Applies the receipt, and commits only when `mayCommit`. */
  const deliver = (id: number, mayCommit: () => Promise<unknown>) =>
    db.transaction(async (trx) => {
      const part = { provider: 'fake', ref: `${id}`, user_id: 1, message_id: id };
      const receipt = { status: 'delivered', error: null };
      await applyMatched(trx, 'postgres', [{ receipt, part }], now);
      await mayCommit();
    });
  const isSomebodyWaiting = async () => {
    const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db.read);
    return rows.length > 0;
  };
  const told = async () => {
    const span = { userId: 1, from: acceptedAt, to: now, withUncounted: true };
    const [found] = await countSpan(db.read, 'postgres', span);
    return [found?.messages, found?.handed_over, found?.delivered];
  };

  it('is counted once, whoever comes first', async () => {
    const first = await newSent();
    let counting: Promise<void> | undefined;
    let isCounted = false;
    await deliver(first, async () => {
      counting = count().then(() => {
        isCounted = true;
      });
      await until(async () => isCounted || (await isSomebodyWaiting()));
    });
    await counting;
    assert.deepEqual(await told(), [1, 1, 1]);

    // Counted already: the receipt adds itself.
    const second = await newSent();
    await count();
    assert.deepEqual(await told(), [2, 2, 1]);
    await deliver(second, async () => {});
    assert.deepEqual(await told(), [2, 2, 2]);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { queueMessages } from '../../../test/helpers/sms/outbox.ts';
import { until } from '../../../test/helpers/until.ts';
import type { Database } from '../../db/database.ts';
import { applyUpdates } from './commit/apply.ts';
import type { MessageUpdate } from './message-update.ts';

const now = Date.parse('2026-11-21T08:00:00.000Z');

describe('the refunds of a transaction', () => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase('postgres'));
  });
  after(() => close());

  it('hold accounts in one order, also where some answers came late', async () => {
    const [low, high] = [await addAccount(), await addAccount()];
    const refuse = (id: number, userId: number, isLate: boolean): MessageUpdate => ({
      id,
      userId,
      event: 'refuse',
      provider: 'fake',
      refs: [],
      error: 'no',
      dueAt: null,
      attempted: true,
      claimedBy: null,
      ...(isLate && { isLate }),
    });
    const [inTime = 0] = await queueMessages(db, 1, { user_id: high, status: 'sending' });
    const doubtful = { user_id: low, status: 'unknown', in_doubt: 1, due_at: null };
    const [late = 0] = await queueMessages(db, 1, doubtful);
    let refunding: Promise<unknown> | undefined;
    await db.transaction(async (trx) => {
      const hold = (id: number) =>
        sql`update sms_accounts set used = used where user_id = ${id}`.execute(trx);
      await hold(low);
      const updates = [refuse(inTime, high, false), refuse(late, low, true)];
      refunding = db.transaction((other) => applyUpdates(other, 'postgres', updates, now));
      refunding.catch(() => {});
      await until(async () => {
        const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db.read);
        return rows.length > 0;
      });
      await hold(high);
    });
    await refunding;
    const { rows } = await sql<{ used: number }>`select used from sms_accounts`.execute(db.read);
    assert.deepEqual(rows, [{ used: 0 }, { used: 0 }]);
  });

  let accounts = 0;
  async function addAccount(): Promise<number> {
    accounts += 1;
    const email = `a${accounts}@b.example`;
    const { id } = await db.write
      .insertInto('users')
      .values({ email, email_key: email, timezone: 'UTC', password_hash: '', created_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.write
      .insertInto('sms_accounts')
      .values({ user_id: id, quota: 9, used: 1, created_at: 0 })
      .execute();
    return id;
  }
});

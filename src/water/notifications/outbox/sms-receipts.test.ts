import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openTestDatabase } from '../../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import type { Database } from '../../../db/database.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import { askForDue, nextAskAt } from './sms-receipts.ts';

describeOnBothEngines('receipts of SMS', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  it('are asked for though more older ones than a round takes always fail', async () => {
    const now = 10 * minuteMs;
    const insert = (user_id: number, sms_ask_at: number) => ({
      user_id,
      target_id: 1,
      channel: 'sms',
      address: '',
      reason: 'incidents',
      body: '{}',
      salt: '',
      created_at: 0,
      due_at: null,
      lease_until: null,
      attempts: 1,
      taken_at: 0,
      last_error: null,
      unsure: 0 as const,
      sms_id: '1',
      sms_ask_at,
    });
    const broken = Array.from({ length: 30 }, (_, index) => insert(1, index));
    await db.write
      .insertInto('notifications')
      .values([...broken, insert(2, minuteMs)])
      .execute();
    const asked: number[] = [];
    const deps = {
      db,
      clock: () => now,
      sms: {
        destinations: { refusalOf: () => undefined, lookup: () => {} } as never,
        ownBase: () => undefined,
        passedClient: { headersFor: () => ({}) },
      },
      findApi: async (userId: number) => {
        asked.push(userId);
        if (userId === 1) throw new Error('its settings cannot be read');
        return undefined;
      },
    };
    const ask = () => askForDue(deps, new AbortController().signal);
    await assert.rejects(ask(), /could not be asked for/);
    await assert.rejects(ask(), /could not be asked for/);
    assert.ok(asked.includes(2));
    assert.equal(asked.length, 31);
    await ask();
    assert.equal(asked.length, 31);
    const rows = await db.read
      .selectFrom('notifications')
      .select(['user_id', 'sms_ask_at'])
      .execute();
    for (const { user_id, sms_ask_at } of rows) {
      assert.equal(sms_ask_at, user_id === 1 ? nextAskAt(now, 0) : null);
    }
  });
});

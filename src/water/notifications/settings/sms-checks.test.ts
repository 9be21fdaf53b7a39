import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openTestDatabase } from '../../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import type { Database } from '../../../db/database.ts';
import { hourMs } from '../../../kit/time/units.ts';
import { createSmsChecks } from './sms-checks.ts';

describeOnBothEngines('checks of SMS accounts', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  it('come to all, though more than a round takes always fail', async () => {
    const settings = Array.from({ length: 250 }, (_, index) => ({
      user_id: index + 1,
      channels: '{}',
      quiet_from: 0,
      quiet_until: 0,
      sms_api: 'sealed',
      escalate_minutes: 15,
      sms_a_day: 10,
      phone_check: null,
      sms_checked_at: index,
    }));
    await db.write.insertInto('notification_settings').values(settings).execute();
    let now = hourMs;
    const asked: number[] = [];
    const checks = createSmsChecks({
      db,
      clock: () => now,
      notifyAccount: () => {},
      sms: {} as never,
      secrets: {
        close: () => '',
        open: (userId) => {
          asked.push(userId);
          if (userId <= 240) throw new Error('no JSON');
          return undefined;
        },
      },
    });
    const round = () => checks.checkStale(new AbortController().signal);
    await assert.rejects(round(), /could not be asked/);
    assert.equal(asked.length, 200);
    await assert.rejects(round(), /could not be asked/);
    assert.deepEqual(
      asked
        .slice(200)
        .sort((a, b) => a - b)
        .at(-1),
      250,
    );
    await round();
    assert.equal(asked.length, 250);
    now += hourMs;
    await assert.rejects(round(), /could not be asked/);
    assert.equal(asked.length, 450);
  });
});

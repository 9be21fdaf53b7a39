import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { sql } from 'kysely';
import { assertDoctorClean } from '../../../test/helpers/database/assert-doctor-clean.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { newNumber, newNumbers, newSmsCaller } from '../../../test/helpers/sms/sms-caller.ts';
import { findFaults } from './check-ledger.ts';

// Issue 3: the checker proves that the credits add up, and finds it where they do not.
describeOnBothEngines('the doctor', (engine) => {
  const server = useTestServer({ engine, env: { SMS_TRIAL_CREDITS: '100' } });
  before(async () => {
    const caller = await newSmsCaller(server);
    await caller.send({ to: newNumber(), message: 'Hi' });
    const scheduled_at = '2026-11-21T09:00:00Z';
    await caller.send({ to: newNumber(), message: 'Hi', scheduled_at });
    await caller.bulk({ to: newNumbers(30), message: 'Hi', scheduled_at });
    const { body } = await caller.bulk({ to: newNumbers(5), message: 'Hi', scheduled_at });
    await caller.call('DELETE', `/jobs/${(body as { job_id: number }).job_id}`);
  });

  it('finds an account well, and says how much it looked at', async () => {
    const figures = await assertDoctorClean(server.db);
    assert.deepEqual(figures, { accounts: 1, entries: 10, messages: 37 });
  });

  const accounts = 'Accounts whose balance is not the sum of their ledger entries';
  const singles = 'Single messages without exactly their charge';
  const jobs = 'Jobs whose charge is not that of their messages';
  const refunds = 'Messages that are not refunded exactly when they ended unsent';
  const strays = 'Ledger entries about nothing';
  const gone = 'Accounts whose entries about what is gone are not those of what was deleted';
  const faults: [name: string, statement: string, titles: string[]][] = [
    ['credits from nowhere', 'update sms_accounts set quota = quota + 1', [accounts]],
    ['a charge that is not entered', 'update sms_accounts set used = used + 1', [accounts]],
    ['an account that is gone', 'delete from sms_accounts', [accounts]],
    [
      'a lost entry of a message',
      "delete from sms_ledger where kind = 'charge' and message_id = 1",
      [accounts, singles],
    ],
    [
      'a lost entry of a job',
      "delete from sms_ledger where kind = 'charge' and job_id = 1",
      [accounts, jobs],
    ],
    ['a job that lost a message', 'delete from sms_messages where id = 3', [jobs]],
    [
      'a refund of what was sent',
      "insert into sms_ledger (user_id, kind, credits, message_id, created_at) select user_id, 'refund', 1, id, 0 from sms_messages where id = 1",
      [accounts, refunds],
    ],
    ['an end without refund', "update sms_messages set status = 'failed' where id = 3", [refunds]],
    [
      'a refund of what may still be sent',
      "update sms_messages set status = 'queued' where status = 'cancelled' and id = 33",
      [refunds],
    ],
    [
      'entries that name nothing',
      "insert into sms_ledger (user_id, kind, credits, message_id, created_at) select user_id, 'charge', -1, 9999, 0 from sms_accounts",
      [accounts, gone],
    ],
    ['a message that was deleted without its sum', 'delete from sms_messages where id = 1', [gone]],
    [
      'a sum of what was never deleted',
      'insert into sms_forgotten (user_id, charged, refunded, redacted_to) values (1, 1, 0, 0)',
      [gone],
    ],
    [
      'a charge for nothing',
      "update sms_ledger set message_id = null where message_id = 1 and kind = 'charge'",
      [singles, strays],
    ],
    [
      'entries of no kind',
      "update sms_ledger set kind = 'gift' where kind = 'grant'",
      [accounts, strays],
    ],
  ];
  for (const [name, statement, titles] of faults) {
    it(`finds ${name}`, async () => {
      const undone = new Error('undone');
      const attempt = server.db.transaction(async (trx) => {
        await sql.raw(statement).execute(trx);
        const { findings } = await findFaults({ ...server.db, longRead: trx });
        assert.deepEqual(
          findings.map(({ title }) => title),
          titles,
        );
        throw undone;
      });
      await assert.rejects(attempt, (error) => {
        if (error !== undone) throw error;
        return true;
      });
    });
  }

  it('names at most 20 cases of a kind', async () => {
    const undone = new Error('undone');
    const attempt = server.db.transaction(async (trx) => {
      await sql`update sms_messages set status = 'expired' where job_id = 1`.execute(trx);
      const { findings } = await findFaults({ ...server.db, longRead: trx });
      const [finding] = findings;
      assert.deepEqual([finding?.cases.length, finding?.hasMore], [20, true]);
      assert.match(
        finding?.cases[0] ?? '',
        /^message \d+ of account 1: expired, cost 1, refunded nothing$/,
      );
      throw undone;
    });
    await assert.rejects(attempt, undone);
  });
});

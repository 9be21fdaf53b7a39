import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { assertDoctorClean } from './helpers/database/assert-doctor-clean.ts';
import { makePostgresDatabase } from './helpers/database/postgres.ts';
import {
  type Answer,
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from './helpers/server/test-server.ts';
import {
  callerOf,
  newNumber,
  newNumbers,
  newSmsCaller,
  type SmsCaller,
  withKey,
} from './helpers/sms/sms-caller.ts';

const credits = 120;

type Outcome = { answer: Answer; cost: number };

/** 200 requests that cost more than there is: three singles, then a bulk of 2 to 6 numbers. */
function requests(keys: SmsCaller[]): Promise<Outcome[]> {
  return Promise.all(
    Array.from({ length: 200 }, async (_, index): Promise<Outcome> => {
      const caller = keys[index % keys.length] as SmsCaller;
      if (index % 4 < 3) {
        const later = index % 4 === 2 && { scheduled_at: '2026-11-21T10:00:00Z' };
        const answer = await caller.send({ to: newNumber(), message: 'Hi', ...later });
        return { answer, cost: 1 };
      }
      const cost = 2 + ((index >> 2) % 5);
      const scheduled_at = '2026-11-21T10:00:00Z';
      const json = { to: newNumbers(cost), message: 'Hi', scheduled_at };
      return { answer: await caller.bulk(json), cost };
    }),
  );
}

/** Every credit is accounted for, and no answer told of a balance that cannot have been. */
async function checkOutcomes(outcomes: Outcome[], caller: SmsCaller): Promise<void> {
  let spent = 0;
  let refused = 0;
  for (const { answer, cost } of outcomes) {
    const { balance } = answer.body as { balance: number };
    assert.ok(balance >= 0 && balance <= credits, answer.text);
    if (answer.status === 402) {
      assert.ok(balance < cost, answer.text);
      refused += 1;
    } else {
      assert.ok([200, 202].includes(answer.status), answer.text);
      spent += cost;
    }
  }
  assert.ok(refused > 0);
  assert.deepEqual(await caller.balance(), {
    balance: credits - spent,
    quota: credits,
    used: spent,
  });
  // Single sends ask for one credit, so none can be left while one of them was refused last.
  assert.ok(credits - spent < 7);
}

// Issue 3, "Money": never below zero, never a lost or double charge.
describeOnBothEngines('200 sends and bulks at the edge of a balance', (engine) => {
  let server: TestServer;
  const env = { SMS_TRIAL_CREDITS: String(credits) };
  before(async () => {
    server = await startTestServer({ engine, env });
  });
  after(() => server.stop());

  const keysOf = async (caller: SmsCaller): Promise<SmsCaller[]> => {
    const keys = [caller];
    while (keys.length < 5) keys.push(await callerOf(server, caller.owner));
    return keys;
  };

  it('spend what there is and no more', async () => {
    const caller = await newSmsCaller(server);
    await checkOutcomes(await requests(await keysOf(caller)), caller);
    await assertDoctorClean(server.db);
  });

  it('add up while jobs are cancelled in between', async () => {
    const caller = await newSmsCaller(server);
    const keys = await keysOf(caller);
    const canceller = await callerOf(server, caller.owner);
    const work = requests(keys);
    for (let round = 0; round < 12; round += 1) {
      const { body } = await canceller.call('GET', '/messages?status=scheduled&limit=3');
      for (const { message_id, job_id } of body as {
        message_id: string;
        job_id: number | null;
      }[]) {
        const path = job_id === null ? `/messages/${message_id}` : `/jobs/${job_id}`;
        const { status, text } = await canceller.call('DELETE', path);
        assert.ok([200, 409, 429].includes(status), text);
      }
    }
    await work;
    const { balance, quota, used } = await caller.balance();
    assert.ok(balance >= 0 && quota - used === balance);
    await assertDoctorClean(server.db);
  });

  if (engine === 'sqlite') return;

  it('hold on two processes that share the database', async () => {
    const { url, drop } = await makePostgresDatabase();
    const shared = { ...env, DATABASE_URL: url };
    const servers = [
      await startTestServer({ engine: 'sqlite', env: shared }),
      await startTestServer({ engine: 'sqlite', env: shared }),
    ] as const;
    const caller = await newSmsCaller(servers[0]);
    const keys: SmsCaller[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { owner, apiKey } = await callerOf(servers[0], caller.owner);
      keys.push(withKey(servers[count % 2] ?? servers[0], owner, apiKey));
    }
    await checkOutcomes(await requests(keys), caller);
    await assertDoctorClean(servers[0].db);
    for (const each of servers) await each.stop();
    await drop();
  });
});

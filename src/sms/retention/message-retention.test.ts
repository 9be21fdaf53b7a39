import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { assertDoctorClean } from '../../../test/helpers/database/assert-doctor-clean.ts';
import { startRoundServer } from '../../../test/helpers/server/round-server.ts';
import {
  describeOnBothEngines,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { newGroup } from '../../../test/helpers/sms/sms-account.ts';
import { newNumber, newNumbers, newSmsCaller } from '../../../test/helpers/sms/sms-caller.ts';
import { until } from '../../../test/helpers/until.ts';
import { dayMs, hourMs } from '../../kit/time/units.ts';
import { storeInbound } from '../inbound/store-inbound.ts';

type Told = { message: string; redacted: boolean };
type Message = Told & { message_id: string; status: string; job_id: number | null };
type Job = Told & { job_id: number; queued: number; counts: Record<string, number> };

const env = {
  TOKEN_HOURS: '8760',
  SMS_TRIAL_CREDITS: '5000',
  SMS_RETENTION_DAYS: '60',
  SMS_TEXT_DAYS: '30',
};

describeOnBothEngines('retention of messages', (engine) => {
  let server: TestServer;
  let nextRound: () => Promise<void>;
  let senders = 0;
  before(async () => {
    ({ server, nextRound } = await startRoundServer(engine, env, {
      only: 'sms',
      everyMs: 2 * hourMs,
    }));
  });
  after(() => server.stop());

  const newAccount = async () => {
    const caller = await newSmsCaller(server);
    const { call, userId } = caller.owner;
    const get = async <T>(path: string): Promise<T> => {
      const { status, body, text } = await call('GET', path);
      assert.equal(status, 200, text);
      return body as T;
    };
    const post = async <T>(path: string, json: object): Promise<T> => {
      const { status, body, text } = await call('POST', path, { json });
      assert.ok(status < 300, text);
      return body as T;
    };
    return {
      owner: caller.owner,
      userId,
      get,
      post,
      call,
      cancel: (path: string) => call('DELETE', path),
      messages: () => get<Message[]>('/sms/messages?limit=500'),
      jobs: () => get<Job[]>('/sms/jobs'),
      inbound: () => get<Told[]>('/inbound'),
      balance: caller.balance,
      ledger: () => get<{ kind: string; credits: number }[]>('/ledger?limit=500'),
      send: async (message: string, inDays?: number) => {
        const scheduled_at = inDays === undefined ? undefined : later(inDays);
        const json = { to: newNumber(), message, scheduled_at };
        return (await post<{ message_id: string }>('/sms/send', json)).message_id;
      },
      bulk: async (count: number, message: string, inDays: number) => {
        const json = { to: newNumbers(count), message, scheduled_at: later(inDays) };
        return (await post<{ job_id: number }>('/sms/bulk', json)).job_id;
      },
    };
  };
  const later = (days: number) => new Date(server.clock.now + days * dayMs).toISOString();
  /** Lets days pass and the next round come. */
  const pass = async (days: number) => {
    server.clock.advance(days * dayMs);
    await nextRound();
  };
  const stored = async (table: 'sms_provider_refs' | 'sms_messages', userId: number) => {
    const { rows } = await server.db.read
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return rows;
  };

  it('deletes what is over with all that hangs on it, and the ledger stays right', async () => {
    const account = await newAccount();
    const sent = await account.send('Maji yamefika');
    const given = await account.send('Never mind', 20);
    await account.cancel(`/sms/messages/${given}`);
    const job = await account.bulk(1200, 'Habari', 20);
    await account.cancel(`/sms/jobs/${job}`);
    assert.equal(await stored('sms_provider_refs', account.userId), 1);
    const [balance, ledger] = [await account.balance(), await account.ledger()];
    assert.equal((await assertDoctorClean(server.db)).messages, 1202);

    await pass(60);
    assert.equal(await stored('sms_messages', account.userId), 1202);
    server.clock.advance(1);
    await nextRound();
    assert.deepEqual([await account.messages(), await account.jobs()], [[], []]);
    assert.equal(await stored('sms_messages', account.userId), 0);
    assert.equal(await stored('sms_provider_refs', account.userId), 0);
    for (const path of [`/sms/messages/${sent}`, `/sms/jobs/${job}`]) {
      const { status } = await account.cancel(path);
      assert.equal(status, 404);
    }
    assert.deepEqual(await account.balance(), balance);
    assert.deepEqual(await account.ledger(), ledger);
    assert.equal((await assertDoctorClean(server.db)).messages, 0);
    assert.match(
      server.logged(),
      /"sms_messages":1202,"sms_inbound":0,"msg":"old messages deleted"/,
    );
    const { text } = await server.request('GET', '/metrics');
    assert.match(text, /^kisima_expired_rows_total{table="sms_messages"} 1202$/m);
  });

  it('keeps what waits to be sent, however long ago it was accepted, and what is younger', async () => {
    const account = await newAccount();
    const waiting = await account.send('Rent is due', 80);
    const job = await account.bulk(3, 'Rent is due', 80);
    const over = await account.send('Asante');
    await pass(50);
    const young = await account.send('Karibu');
    await pass(11);
    const left = (await account.messages()).map(({ message_id }) => message_id);
    assert.deepEqual(left.includes(over), false);
    assert.deepEqual([left.includes(waiting), left.includes(young)], [true, true]);
    const [waits] = (await account.messages()).filter(({ message_id }) => message_id === waiting);
    assert.deepEqual([waits?.message, waits?.redacted], ['Rent is due', false]);
    const [listed] = await account.jobs();
    assert.deepEqual([listed?.job_id, listed?.counts['scheduled']], [job, 3]);
    assert.deepEqual([listed?.message, listed?.redacted], ['Rent is due', false]);
    await assertDoctorClean(server.db);

    // Once it was cancelled nothing waits any more.
    await account.cancel(`/sms/messages/${waiting}`);
    await account.cancel(`/sms/jobs/${job}`);
    await nextRound();
    assert.deepEqual(
      (await account.messages()).map(({ message_id }) => message_id),
      [young],
    );
    assert.deepEqual(await account.jobs(), []);
    await assertDoctorClean(server.db);
  });

  it('keeps what was scheduled from when it was due, though it was accepted long before', async () => {
    const account = await newAccount();
    const single = await account.send('Rent is due', 70);
    const job = await account.bulk(2, 'Rent is due', 70);
    const over = await account.send('Asante');
    await pass(70);
    const isSent = async () => {
      server.clock.advance(1000);
      await nextRound();
      return (await account.messages()).every(({ status }) => status === 'delivered');
    };
    await until(isSent);
    const texts = (await account.messages()).map(({ message }) => message);
    assert.deepEqual(texts, ['Rent is due', 'Rent is due', 'Rent is due']);
    assert.equal((await account.call('GET', `/sms/messages/${over}`)).status, 404);
    await pass(31);
    const [one, own] = [
      await account.get<Message>(`/sms/messages/${single}`),
      await account.jobs(),
    ];
    assert.deepEqual([one.message, own[0]?.job_id, own[0]?.message], ['', job, '']);
    await pass(30);
    assert.deepEqual([await account.messages(), await account.jobs()], [[], []]);
    await assertDoctorClean(server.db);
  });

  it('empties texts earlier, of messages and jobs that are over, and says so', async () => {
    const account = await newAccount();
    const waiting = await account.send('Waits', 45);
    const single = await account.send('PIN 4711');
    const group_id = await newGroup(account.owner);
    const contacts = [{ phone: newNumber(), name: 'Amina' }, { phone: newNumber() }];
    await account.post(`/groups/${group_id}/contacts`, { contacts });
    const json = { group_id, message: 'Habari {name}', scheduled_at: later(5) };
    const { job_id } = await account.post<{ job_id: number }>('/sms/bulk', json);
    await account.cancel(`/sms/jobs/${job_id}`);
    const texts = async () => new Set((await account.messages()).map(({ message }) => message));
    await pass(30);
    assert.deepEqual(await texts(), new Set(['Waits', 'PIN 4711', 'Habari Amina', 'Habari']));

    server.clock.advance(1);
    await nextRound();
    for (const { message_id, message, redacted, status } of await account.messages()) {
      const isWaiting = message_id === waiting;
      assert.deepEqual([message, redacted], isWaiting ? ['Waits', false] : ['', true], status);
    }
    const one = await account.get<Message>(`/sms/messages/${single}`);
    assert.deepEqual([one.message, one.redacted], ['', true]);
    const job = await account.get<Job>(`/sms/jobs/${job_id}`);
    assert.deepEqual([job.message, job.redacted, job.queued], ['', true, 2]);

    // The one that waited is come back to, past those that are done.
    await account.cancel(`/sms/messages/${waiting}`);
    const next = await account.send('Fresh');
    await nextRound();
    assert.deepEqual(await texts(), new Set(['', 'Fresh']));
    await pass(30);
    server.clock.advance(hourMs);
    await nextRound();
    assert.equal((await account.get<Message>(`/sms/messages/${next}`)).redacted, true);
    await assertDoctorClean(server.db);
  });

  it('deletes what jobs left out with the text of the job, and says how much it was', async () => {
    const account = await newAccount();
    const json = { to: [newNumber(), 'MAJI'], message: 'Habari', scheduled_at: later(1) };
    const { job_id } = await account.post<{ job_id: number }>('/sms/bulk', json);
    await account.cancel(`/sms/jobs/${job_id}`);
    const left = () => account.get<object[]>(`/sms/jobs/${job_id}/rejected`);
    await pass(30);
    assert.equal((await left()).length, 1);
    server.clock.advance(1);
    await nextRound();
    assert.deepEqual(await left(), []);
    const job = await account.get<Job & { rejected_count: number }>(`/sms/jobs/${job_id}`);
    assert.equal(job.rejected_count, 1);
    await pass(31);
    assert.deepEqual(await account.jobs(), []);
  });

  it('goes alike with messages from phones', async () => {
    const account = await newAccount();
    senders += 1;
    const sender = String(30_000 + senders);
    const row = { sender, name: sender, user_id: account.userId, created_at: server.clock.now };
    await server.db.write.insertInto('sms_senders').values(row).execute();
    const arrive = (text: string) =>
      storeInbound(
        { db: server.db, clock: () => server.clock.now },
        { provider: 'test', ref: null, from: '+254712345678', to: sender, text },
      );
    const list = async () =>
      (await account.inbound()).map(({ message, redacted }) => [message, redacted]);
    await arrive('Maji yameisha');
    await pass(30);
    await arrive('Asante');
    assert.deepEqual(await list(), [
      ['Asante', false],
      ['Maji yameisha', false],
    ]);
    server.clock.advance(1);
    await nextRound();
    assert.deepEqual(await list(), [
      ['Asante', false],
      ['', true],
    ]);
    await pass(30);
    assert.deepEqual(await list(), [['', true]]);
    await pass(40);
    assert.deepEqual(await list(), []);
  });
});

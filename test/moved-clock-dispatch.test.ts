import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { dayMs, hourMs, minuteMs } from '../src/kit/time/units.ts';
import { assertDoctorClean } from './helpers/database/assert-doctor-clean.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from './helpers/server/test-server.ts';
import { newNumber, newNumbers, newSmsCaller, type SmsCaller } from './helpers/sms/sms-caller.ts';
import {
  type AfricasTalkingPeer,
  startAfricasTalkingPeer,
} from './helpers/smsc/africas-talking-peer.ts';
import { until } from './helpers/until.ts';

type Message = { message_id: string; status: string };

describeOnBothEngines('dispatch while the clock is set', (engine) => {
  let peer: AfricasTalkingPeer;
  let server: TestServer;
  let caller: SmsCaller;

  before(async () => {
    peer = await startAfricasTalkingPeer();
    server = await startTestServer({
      engine,
      isStill: true,
      env: {
        AT_USERNAME: peer.username,
        AT_API_KEY: peer.apiKey,
        AT_URL: peer.url,
        SMS_TRIAL_CREDITS: '1000',
        TOKEN_HOURS: '8760',
      },
    });
  });
  after(async () => {
    await server.stop();
    await peer.close();
  });
  beforeEach(async () => {
    caller = await newSmsCaller(server);
  });
  afterEach(async () => {
    peer.statusOf.clear();
    await assertDoctorClean(server.db);
  });

  /** Requests with the bearer token are not counted, however many there are. */
  const messages = async () => (await caller.owner.call('GET', '/sms/messages')).body as Message[];
  const areAll = async (status: string, count = 1) => {
    const all = await messages();
    return all.length === count && all.every((message) => message.status === status);
  };
  const queue = async (given: object = {}) => {
    const json = { to: [newNumber()], message: 'Tank 3 is nearly empty', ...given };
    const { status, text } = await caller.bulk(json);
    assert.equal(status, 202, text);
  };
  /** Queues two messages, of which the provider takes one and puts the other off for moments. */
  const queueForLater = async () => {
    const [good = '', bad = ''] = newNumbers(2);
    peer.statusOf.set(`+254${bad.slice(1)}`, 500);
    await queue({ to: [good, bad] });
    await until(async () => (await tries()) === 2);
    peer.statusOf.clear();
  };
  const tries = async () => {
    const { tries } = await server.db.read
      .selectFrom('sms_messages')
      .select(({ fn }) => fn.sum<number>('attempts').as('tries'))
      .where('user_id', '=', caller.owner.userId)
      .executeTakeFirstOrThrow();
    return Number(tries);
  };

  it('sends what was put off by the clock of before, an hour ago', async () => {
    await queueForLater();
    server.clock.jump(-hourMs);
    await until(() => areAll('sent', 2));
    assert.equal((await caller.balance()).used, 2);
  });

  it('sends single messages and bulk as ever, set back and set forward', async () => {
    for (const [index, jump] of [-hourMs, dayMs, -dayMs, hourMs].entries()) {
      server.clock.jump(jump);
      const answer = await caller.send({ to: newNumber(), message: 'Maji yamefika' });
      assert.deepEqual([answer.status, answer.text.includes('SMS sent')], [200, true], answer.text);
      await queue({ to: newNumbers(5) });
      await until(() => areAll('sent', 6 * (index + 1)));
    }
  });

  it('sends nothing before its time that a sender has scheduled', async () => {
    const scheduled_at = new Date(server.clock.now + dayMs).toISOString();
    await queue({ scheduled_at });
    server.clock.jump(dayMs + minuteMs);
    // The dispatcher has looked at the outbox by the clock as it is once this has gone.
    await queue();
    await until(async () => (await messages()).some(({ status }) => status === 'sent'));
    const statuses = async () => (await messages()).map(({ status }) => status);
    assert.deepEqual(await statuses(), ['sent', 'scheduled']);
    server.clock.jump(-dayMs - minuteMs);
    await queue();
    await until(async () => (await messages())[0]?.status === 'sent');
    assert.deepEqual(await statuses(), ['sent', 'sent', 'scheduled']);
    server.clock.advance(dayMs);
    await until(() => areAll('sent', 3));
  });

  it('believes a clock that stays where it was set', async () => {
    await queue({ scheduled_at: new Date(server.clock.now + dayMs).toISOString() });
    server.clock.jump(dayMs + minuteMs);
    await messages();
    server.clock.advance(10 * minuteMs);
    await until(() => areAll('sent'));
  });

  it('gives up nothing by a clock that jumps ahead of its validity', async () => {
    await queueForLater();
    server.clock.jump(10 * dayMs);
    await until(() => areAll('sent', 2));
    server.clock.jump(-10 * dayMs);
    assert.equal((await caller.balance()).used, 2);
  });
});

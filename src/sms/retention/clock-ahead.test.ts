import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { assertDoctorClean } from '../../../test/helpers/database/assert-doctor-clean.ts';
import { startRoundServer } from '../../../test/helpers/server/round-server.ts';
import {
  describeOnBothEngines,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { newSmsOwner, type SmsOwner } from '../../../test/helpers/sms/sms-account.ts';
import { newNumber } from '../../../test/helpers/sms/sms-caller.ts';
import { until } from '../../../test/helpers/until.ts';
import { dayMs, hourMs } from '../../kit/time/units.ts';

type Message = { message: string; status: string };
type Day = { day: string; messages: number };

const env = { SMS_TRIAL_CREDITS: '100', SMS_RETENTION_DAYS: '60', SMS_TEXT_DAYS: '30' };
const aheadMs = 200 * dayMs;

describeOnBothEngines('messages that were accepted while the clock was ahead', (engine) => {
  let server: TestServer;
  let nextRound: () => Promise<void>;
  let owner: SmsOwner;
  before(async () => {
    const every = { only: 'sms', everyMs: 2 * hourMs } as const;
    ({ server, nextRound } = await startRoundServer(engine, env, every));
  });
  after(() => server.stop());

  const call = async <T>(method: string, path: string, json?: object): Promise<T> => {
    const { status, body, text } = await owner.call(method, path, json && { json });
    assert.ok(status < 300, text);
    return body as T;
  };
  const send = (message: string) => call('POST', '/sms/send', { to: newNumber(), message });
  const messages = () => call<Message[]>('GET', '/sms/messages?limit=500');
  const texts = async () => (await messages()).map(({ message }) => message);
  const days = async (query = 'from=2026-11-21&to=2026-11-23') =>
    (await call<Day[]>('GET', `/sms/days?${query}`)).map((each) => each.messages);
  /** Lets time pass, with rounds of counting and deleting until it is so. */
  const pass = async (ms: number, isSo: () => Promise<boolean>) => {
    server.clock.advance(ms);
    await nextRound();
    await until(async () => {
      await nextRound();
      return await isSo();
    });
  };
  const whileAhead = async (work: () => Promise<unknown>) => {
    server.clock.jump(aheadMs);
    await work();
    server.clock.jump(-aheadMs);
  };
  const counted = async () => {
    const row = await server.db.read
      .selectFrom('sms_counts')
      .select(({ fn }) => fn.sum<number | null>('messages').as('messages'))
      .where('user_id', '=', owner.userId)
      .executeTakeFirstOrThrow();
    return Number(row.messages ?? 0);
  };

  it('hide no later ones from the counts, and keep none of them from being deleted', async () => {
    owner = await newSmsOwner(server);
    await send('Before');
    await pass(7 * hourMs, async () => (await counted()) === 1);
    await whileAhead(async () => {
      await send('Ahead');
      const to = [newNumber(), newNumber()];
      await call('POST', '/sms/bulk', { to, message: 'Ahead' });
      await until(async () =>
        (await messages()).every(({ status }) => status === 'delivered' || status === 'sent'),
      );
    });
    server.clock.advance(dayMs);
    await send('After');
    const to = [newNumber(), newNumber()];
    await call('POST', '/sms/bulk', { to, message: 'After' });
    assert.deepEqual(await days(), [1, 3, 0]);
    // Their age is not known before others behind them are old.
    await nextRound();
    assert.equal((await texts()).length, 7);

    await pass(7 * hourMs, async () => (await counted()) === 7);
    assert.deepEqual(await days(), [1, 3, 0]);
    assert.deepEqual(await days('from=2027-06-09&to=2027-06-10'), [3, 0]);

    await pass(31 * dayMs, async () => (await texts()).every((text) => text === ''));
    await pass(31 * dayMs, async () => (await messages()).length === 0);
    assert.deepEqual(await call('GET', '/sms/jobs'), []);
    assert.deepEqual(await days(), [1, 3, 0]);
    await assertDoctorClean(server.db);
  });
});

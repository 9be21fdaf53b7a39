import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { hourMs } from '../src/kit/time/units.ts';
import {
  type NotifiedPeople,
  type NotifiedPerson,
  startNotifiedPeople,
} from './helpers/accounts/notified-people.ts';
import { describeOnBothEngines } from './helpers/server/test-server.ts';
import { until } from './helpers/until.ts';

type Line = {
  channel: string;
  status: string;
  error: string | null;
  title: string;
  is_paid_by_owner: boolean;
  incidents: { id: number }[];
};
type Sent = { to: string; message: string; job_id: number | null };
type Told = { people: { role: string; messages: Line[] }[] };
type Account = { balance: number; used: number };

const phone = '0711000001';

describeOnBothEngines('an alert whose SMS the owner pays', (engine) => {
  let people: NotifiedPeople;
  before(async () => {
    const credits = { SMS_TRIAL_CREDITS: '0' };
    people = await startNotifiedPeople(engine, undefined, credits);
  });
  after(() => people.stop());

  const call = async <T>(
    { token }: NotifiedPerson,
    method: string,
    path: string,
    json?: object,
  ): Promise<T> => {
    const { status, body, text } = await people.server.request(method, path, {
      token,
      ...(json && { json }),
    });
    assert.ok(status < 300, `${method} ${path}: ${text}`);
    return body as T;
  };
  const history = (person: NotifiedPerson) =>
    call<Line[]>(person, 'GET', '/api/notifications.php?action=history&limit=500');
  const messagesOf = (person: NotifiedPerson) =>
    call<Sent[]>(person, 'GET', '/v1/account/sms/messages');
  const accountOf = (person: NotifiedPerson) => call<Account>(person, 'GET', '/v1/account');
  const grant = async ({ user }: NotifiedPerson) => {
    await people.server.db.write
      .updateTable('sms_accounts')
      .set((eb) => ({ quota: eb('quota', '+', 100), is_trial: 0 }))
      .where('user_id', '=', Number(user.id))
      .execute();
  };

  it('reaches the caretaker by the credits of the owner, once a day as set, and both can see it', async () => {
    // Nobody has another way, and the caretaker no credits; a mail stands in for what is not paid.
    const settings = { webhook_url: null, channels: { email: [], push: [] } };
    const owner = await people.newPerson({ settings });
    const caretaker = await people.newPerson({ settings });
    await accountOf(owner);
    await grant(owner);
    const tank = await people.newDevice(owner);
    const offer = { device_id: tank.id, to: caretaker.email, role: 'operator' };
    const share = await call<{ id: number }>(owner, 'POST', '/api/devices.php?action=share', offer);
    await call(caretaker, 'POST', '/api/devices.php?action=accept', { id: share.id });
    await call(owner, 'PUT', '/api/devices.php?action=pay-sms', { id: share.id, a_day: 1 });

    await call(caretaker, 'POST', '/api/notifications.php?action=verify-phone', { phone });
    const [code] = await messagesOf(owner);
    const json = { code: /\d{6}/.exec(code?.message ?? '')?.[0] };
    await call(caretaker, 'POST', '/api/notifications.php?action=confirm-phone', json);
    const before = await accountOf(owner);
    const ownBefore = await accountOf(caretaker);

    // No faster than people draw: what falls further is doubted at first.
    for (const level of [30, 21, 8]) {
      await tank.push(level);
      await people.pass(hourMs);
    }
    // The owner, whom a mail could reach, is first.
    await people.pass(hourMs);
    const [first] = await until(async () => {
      const lines = await history(caretaker);
      return lines.length === 1 && lines[0]?.status !== 'pending' ? lines : undefined;
    });
    assert.deepEqual(
      [first?.channel, first?.is_paid_by_owner, first?.error],
      ['sms', true, null],
      JSON.stringify(first),
    );
    const [sent] = await messagesOf(owner);
    assert.equal(sent?.to, `254${phone.slice(1)}`);
    assert.match(sent?.message ?? '', /low/i);
    const paid = await accountOf(owner);
    assert.deepEqual([paid.used, paid.balance], [before.used + 1, before.balance - 1]);
    assert.deepEqual(await accountOf(caretaker), ownBefore);

    // It is filled, and runs low again on the same day.
    for (const level of [50, 40, 30, 21, 8]) {
      await tank.push(level);
      await people.pass(hourMs);
    }
    await people.pass(hourMs);
    const again = await until(async () => {
      const lines = (await history(caretaker)).filter(({ title }) => title.startsWith('Again'));
      return lines.length === 2 && lines;
    });
    const stopped = again.find(({ channel }) => channel === 'sms');
    assert.ok(stopped && again.some(({ channel }) => channel === 'email'));
    assert.deepEqual([stopped.channel, stopped.is_paid_by_owner], ['sms', true]);
    assert.equal(stopped.status, 'failed', JSON.stringify(stopped));
    assert.match(stopped.error ?? '', /within a day is used up/);
    assert.equal((await accountOf(owner)).used, paid.used);
    assert.equal((await messagesOf(owner)).length, 2);

    const id = first?.incidents[0]?.id;
    const { people: told } = await call<Told>(owner, 'GET', `/api/alerts.php?action=told&id=${id}`);
    const messages = told.find(({ role }) => role === 'operator')?.messages ?? [];
    const paidOnes = messages.filter((message) => message.is_paid_by_owner);
    assert.deepEqual(
      paidOnes.map(({ channel, status }) => `${channel} ${status}`).sort(),
      ['sms failed', 'sms failed', 'sms simulated'],
      JSON.stringify(messages),
    );
    const ledger = await call<{ kind: string; credits: number }[]>(
      owner,
      'GET',
      '/v1/account/ledger',
    );
    assert.equal(ledger.filter(({ kind }) => kind === 'charge').length, 2);
  });
});

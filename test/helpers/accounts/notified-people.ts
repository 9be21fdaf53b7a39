import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { startSmtpPeer } from '../http/smtp-peer.ts';
import { type Engine, startTestServer, type TestServer } from '../server/test-server.ts';
import { createTestTimers, type TestTimers } from '../server/test-timers.ts';
import { type SmsStand, startSmsStand } from '../sms/sms-stand.ts';
import { startWebhookReceiver } from '../sms/webhook-receiver.ts';
import { until } from '../until.ts';
import { registerDevice } from '../water/devices.ts';
import { callAuth, type RegisteredUser, registerUser } from './accounts.ts';

/** A message in a person's history. */
export type ToldMessage = {
  channel: string;
  status: string;
  error: string | null;
  title: string;
  incidents: { id: number; device_id: string; phase: string; severity: string }[];
};

export type NotifiedPerson = RegisteredUser & {
  /** Messages to the person since the last call; all of them have arrived, or failed. */
  told: () => Promise<ToldMessage[]>;
  save: (json: Record<string, unknown>) => Promise<void>;
};

type NewPerson = { timezone?: string; settings?: Record<string, unknown> };

export type NotifiedPeople = Awaited<ReturnType<typeof startNotifiedPeople>>;

const path = '/api/notifications.php?action=';
const firstPhone = 712_000_000;
const longestRoundMs = 10_000;

/** The router's wait between its rounds. */
const roundMs = 1000;

/** A server whose people have webhooks, mail and SMS at real sockets, and whose time the test passes. */
export async function startNotifiedPeople(
  engine: Engine,
  now = '2026-11-21T08:00:00.000Z',
  env: Record<string, string> = {},
) {
  const timers = createTestTimers();
  const [receiver, mails, sms] = [
    await startWebhookReceiver(),
    await startSmtpPeer(),
    await startSmsStand(),
  ];
  const server = await startTestServer({
    engine,
    timers: withoutLongWaits(timers),
    isStill: true,
    logLevel: 'warn' as const,
    now,
    env: { TOKEN_HOURS: '8760', WEBHOOKS_ALLOW_PRIVATE: 'true', SMTP_URL: mails.url, ...env },
  });
  /** Lets time pass, and the router look until nothing is due, and nothing under way. */
  const pass = async (ms: number) => {
    server.clock.advance(ms);
    const giveUpAt = performance.now() + longestRoundMs;
    do {
      timers.advance(roundMs);
      await setTimeout(20);
    } while ((await isDue(server)) && performance.now() < giveUpAt);
    assert.deepEqual(/"level":50.*/.exec(server.logged())?.[0], undefined);
  };
  return {
    server,
    receiver,
    mails,
    sms,
    pass,
    newPerson: (about: NewPerson = {}) => addPerson(server, `${receiver.url}/hook`, about),
    /** Lets SMS of a person go to the stand. */
    giveSms: (person: NotifiedPerson) => giveSms(server, sms, person),
    newDevice: ({ token }: RegisteredUser) => addDevice(server, token),
    stop: async () => {
      await server.stop();
      await Promise.all([receiver.close(), mails.close(), sms.close()]);
    },
  };
}

/**
 * Timers by which longer waits never end. How many rounds the router needs hangs on the load of the machine, and
 * with them other loops would have theirs at any moment: that of silent devices would raise alerts of its own.
 */
function withoutLongWaits(timers: TestTimers): TestTimers {
  const after: TestTimers['after'] = (ms, run) => (ms > roundMs ? () => {} : timers.after(ms, run));
  return { ...timers, after };
}

/** True if the router has work, or a message is under way: time is not to overtake what the network takes. */
async function isDue({ db, clock }: TestServer): Promise<boolean> {
  const unrouted = db.read.selectFrom('incidents').select('id').where('routed_at', 'is', null);
  const due = db.read
    .selectFrom('incident_recipients')
    .select('user_id')
    .where('decide_at', '<=', clock.now);
  const underWay = db.read
    .selectFrom('notifications as n')
    .innerJoin('notification_targets as t', 't.id', 'n.target_id')
    .select('n.id')
    .where('n.due_at', '<=', clock.now);
  for (const query of [unrouted, due, underWay]) {
    if (await query.executeTakeFirst()) return true;
  }
  return false;
}

async function addPerson(
  server: TestServer,
  webhook_url: string,
  { timezone = 'Africa/Nairobi', settings = {} }: NewPerson,
): Promise<NotifiedPerson> {
  const user = await registerUser(server);
  const { token } = user;
  await callAuth(server, 'update', { token, json: { timezone } });
  const save = async (json: Record<string, unknown>) => {
    const saved = await server.request('POST', `${path}save`, { token, json });
    assert.equal(saved.status, 200, saved.text);
  };
  await save({ webhook_url, channels: { email: [] }, quiet_hours: null, ...settings });
  let asked = 0;
  const told = async () => {
    const history = await until(async () => {
      const { body } = await server.request('GET', `${path}history&limit=500`, { token });
      const shown = body as ToldMessage[];
      return shown.every(({ status }) => status !== 'pending') && shown;
    });
    const news = history.slice(0, history.length - asked).reverse();
    asked = history.length;
    return news;
  };
  return { ...user, told, save };
}

let phones = 0;

async function giveSms(server: TestServer, sms: SmsStand, person: NotifiedPerson): Promise<void> {
  const { token } = person;
  phones += 1;
  await person.save({ sms_key: 'key', sms_base: sms.base });
  const phone = `0${firstPhone + phones}`;
  const asked = await server.request('POST', `${path}verify-phone`, { token, json: { phone } });
  assert.equal(asked.status, 200, asked.text);
  const code = /\d{6}/.exec(sms.taken.pop()?.message ?? '')?.[0];
  const json = { code };
  const confirmed = await server.request('POST', `${path}confirm-phone`, { token, json });
  assert.equal(confirmed.status, 200, confirmed.text);
}

/** A tank with ways to make alerts of it. */
async function addDevice(server: TestServer, token: string) {
  const device = await registerDevice(server, token);
  return {
    id: device.id,
    /** An alert of somebody's own, which never resolves. @returns its id. */
    raise: async (severity: 'info' | 'warning' | 'critical'): Promise<number> => {
      const json = { device_id: device.id, type: 'maintenance', severity, message: 'Look at it.' };
      const made = await server.request('POST', '/api/alerts.php?action=create', { token, json });
      assert.equal(made.status, 201, made.text);
      return (made.body as { id: number }).id;
    },
    push: async (level: number): Promise<void> => {
      const form = { mac_address: device.mac_or_serial, water_level_percent: level };
      const { status, text } = await server.request('POST', '/iot_push.php', { form });
      assert.equal(status, 201, text);
    },
  };
}

import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before } from 'node:test';
import { signPost, writeSecret } from '../../../src/delivery/sign-post.ts';
import { registerUser } from '../accounts/accounts.ts';
import { type Engine, startTestServer, type TestServer } from '../server/test-server.ts';
import { type SmsStand, startSmsStand } from '../sms/sms-stand.ts';
import { type DeviceAnswer, registerDevice } from './devices.ts';

let messages = 0;

export type Person = {
  token: string;
  email: string;
  id: number;
  phone: string;
  /** Signing secret of another account's webhook. */
  secret: string;
};

/** What differs in a message that is posted: by default it is a good one from the person's own phone, sent now. */
export type Post = {
  from?: string;
  to?: string;
  id?: number | string;
  secret?: string;
  account?: number | string;
  sentAt?: number;
  signedAt?: number;
  type?: string;
};

/** A server and the SMS service of its people, for the tests of a suite: who asks by SMS, and what is answered. */
export function useQuestionDesk(engine: Engine) {
  let server: TestServer;
  let stand: SmsStand;
  before(async () => {
    stand = await startSmsStand();
    server = await startTestServer({
      engine,
      env: { WEBHOOKS_ALLOW_PRIVATE: 'true', QUESTIONS_PER_PHONE: '6' },
    });
  });
  after(async () => {
    await server.stop();
    await stand.close();
  });

  const call = async (token: string, method: string, path: string, json?: unknown) => {
    const answer = await server.request(method, path, { token, json });
    assert.ok(answer.status < 300, answer.text);
    return answer.body as Record<string, unknown>;
  };

  /** Registers a person with a verified number, through the stand. */
  const newPerson = async (
    language = 'en',
    phone = `2547${randomInt(10_000_000, 99_999_999)}`,
  ): Promise<Person> => {
    const { token, email, user } = await registerUser(server);
    const secret = writeSecret(Buffer.from(email.padEnd(32).slice(0, 32)));
    await call(token, 'PUT', '/api/me', { language });
    const path = '/api/notifications.php?action=';
    await call(token, 'POST', `${path}save`, {
      sms_key: `key of ${email}`,
      sms_base: stand.base,
      sms_webhook_secret: secret,
      channels: { email: [], sms: [] },
    });
    await call(token, 'POST', `${path}verify-phone`, { phone });
    const code = /\d{6}/.exec(stand.taken.at(-1)?.message ?? '')?.[0];
    await call(token, 'POST', `${path}confirm-phone`, { code });
    return { token, email, id: Number(user.id), phone, secret };
  };

  /** Posts a message from a phone as the SMS service of an account does. */
  const post = async (via: Person, message: string, given: Post = {}) => {
    const { now } = server.clock;
    const { from = via.phone, to = '22384', secret = via.secret, account = via.id } = given;
    const { id = ++messages, sentAt = now, signedAt = now, type = 'message.inbound' } = given;
    const received_at = new Date(sentAt).toISOString();
    const data = { id, from, to, message, received_at };
    const body = JSON.stringify({ type, timestamp: received_at, data });
    return await server.request('POST', `/api/questions?account=${account}`, {
      body,
      headers: {
        'content-type': 'application/json',
        ...signPost({ secret, id: `evt_${id}`, now: signedAt, body }),
      },
    });
  };

  /** Returns the answer to a message; undefined without one. */
  const ask = async (via: Person, message: string, given: Post = {}) => {
    const before = stand.taken.length;
    const answer = await post(via, message, given);
    assert.deepEqual([answer.status, answer.body], [200, { received: true }], answer.text);
    const [sms, ...others] = stand.taken.slice(before);
    assert.deepEqual(others, []);
    if (sms) assert.equal(sms.to, given.from ?? via.phone);
    return sms?.message;
  };

  const newTank = async ({ token }: { token: string }, name: string, level?: number) => {
    const device = await registerDevice(server, token);
    const { mac_or_serial } = device;
    const json = { mac_or_serial, device_name: name };
    await call(token, 'PUT', '/api/devices.php?action=update-name', json);
    if (level !== undefined) await push(device, level);
    return device;
  };

  const push = async (
    { mac_or_serial: mac_address }: DeviceAnswer,
    level: number,
    more: Record<string, string | number> = {},
  ) => {
    const form = { mac_address, water_level_percent: level, ...more };
    const { status, text } = await server.request('POST', '/iot_push.php', { form });
    assert.equal(status, 201, text);
  };

  const commandsOf = async ({ token }: Person, { id }: DeviceAnswer) => {
    const path = `/api/pump_commands.php?action=list&device_id=${id}`;
    const { body } = await server.request('GET', path, { token });
    return (body as { command: string; sensor_name: string }[]).map(({ command }) => command);
  };

  const share = async (owner: Person, person: Person, device: DeviceAnswer, role: string) => {
    const json = { device_id: device.id, to: person.email, role };
    const { id } = await call(owner.token, 'POST', '/api/devices.php?action=share', json);
    await call(person.token, 'POST', '/api/devices.php?action=accept', { id });
  };

  /** Sends the word by which the person's phone names its person, to the short code of an account. */
  const introduce = async (via: Person, person: Person) => {
    const word = await ask(via, `me ${person.id}`, { from: person.phone });
    assert.match(word ?? '', /^Kisima: (this phone may ask|simu hii sasa)/);
  };

  return {
    get server() {
      return server;
    },
    get stand() {
      return stand;
    },
    call,
    newPerson,
    post,
    ask,
    newTank,
    push,
    commandsOf,
    share,
    introduce,
  };
}

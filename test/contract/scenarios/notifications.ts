import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { registerUser } from '../../helpers/accounts/accounts.ts';
import type { Sample, Scenarios } from '../scenario.ts';
import type { World } from '../world.ts';

const path = '/api/notifications.php?action=';
const phone = '0712345678';
const endpoint = 'https://push.example/subscription';

/** Subscription of a browser. */
function subscriptionKeys() {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  return { p256dh, auth: Buffer.alloc(16, 1).toString('base64url') };
}

/** Somebody new, so that no limit of an account is met by chance. */
async function someone({ server }: World) {
  const { token, user, password } = await registerUser(server);
  const call = (action: string, json: unknown) =>
    server.request('POST', path + action, { token, json });
  return { token, call, password, userId: Number(user.id) };
}

/** Somebody with a key of the SMS service. */
async function withKey(world: World) {
  const person = await someone(world);
  const { token } = person;
  const json = { name: 'notifications' };
  const { body } = await world.server.request('POST', '/v1/account/keys', { token, json });
  const { api_key } = body as { api_key: string };
  assert.equal((await person.call('save', { sms_key: api_key })).status, 200);
  return person;
}

/** Somebody whose SMS account has no credits left. */
async function withoutCredits(world: World): Promise<string> {
  const { token, userId } = await someone(world);
  await world.server.request('GET', '/v1/account', { token });
  await world.server.db.write
    .updateTable('sms_accounts')
    .set((eb) => ({ used: eb.ref('quota') }))
    .where('user_id', '=', userId)
    .execute();
  return token;
}

/** Somebody who was sent a code. */
async function withCode(world: World): Promise<Sample> {
  const { token, call, userId } = await withKey(world);
  assert.equal((await call('verify-phone', { phone })).status, 200);
  const message = await world.server.db.read
    .selectFrom('sms_messages')
    .select('body')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { token, input: { code: /\d{6}/.exec(message.body ?? '')?.[0] } };
}

async function withWebhook(world: World): Promise<Sample & { call: (n: number) => Promise<void> }> {
  const { token, call } = await someone(world);
  await call('save', { webhook_url: 'https://hook.example/' });
  const input = { channel: 'webhook' };
  const repeat = async (times: number) => {
    for (let count = 0; count < times; count += 1) await call('test', input);
  };
  return { token, input, call: repeat };
}

const optional = {
  channels: { email: ['critical'] },
  quiet_hours: { from: '21:00', until: '06:30' },
  sms_key: 'a-key',
  sms_base: 'https://sms.example/v1',
  sms_webhook_secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
  webhook_url: 'https://hook.example/',
};

export const notificationsScenarios: Scenarios = {
  [`GET ${path}settings`]: {
    prepare: async ({ owner }) => ({ token: owner.token, input: {} }),
  },
  [`POST ${path}save`]: {
    prepare: async ({ owner, newDevice }) => {
      const { id } = await newDevice();
      return { token: owner.token, input: {}, optional: { ...optional, device_id: id } };
    },
    statuses: {
      404: [
        async ({ stranger, newDevice }) => {
          const { id } = await newDevice();
          return { token: stranger.token, input: { device_id: id } };
        },
      ],
    },
  },
  [`POST ${path}subscribe`]: {
    prepare: async (world) => {
      const { token } = await someone(world);
      return { token, input: { endpoint, keys: subscriptionKeys() } };
    },
    statuses: {
      409: [
        async (world) => {
          const { token, call } = await someone(world);
          const keys = subscriptionKeys();
          for (let count = 0; count < 20; count += 1) {
            await call('subscribe', { endpoint: `${endpoint}/${count}`, keys });
          }
          return { token, input: { endpoint, keys } };
        },
      ],
    },
  },
  [`POST ${path}unsubscribe`]: {
    prepare: async (world) => {
      const { token, call } = await someone(world);
      await call('subscribe', { endpoint, keys: subscriptionKeys() });
      return { token, input: { endpoint } };
    },
  },
  [`DELETE ${path}remove-subscription`]: {
    prepare: async (world) => {
      const { token, call } = await someone(world);
      const { body } = await call('subscribe', { endpoint, keys: subscriptionKeys() });
      const { id } = body as { id: number };
      return { token, input: { id } };
    },
    statuses: {
      404: [async (world) => ({ token: (await someone(world)).token, input: { id: 1 } })],
    },
  },
  [`POST ${path}verify-phone`]: {
    prepare: async (world) => {
      const { token, password } = await withKey(world);
      return { token, input: { phone }, optional: { current_password: password } };
    },
    statuses: {
      409: [async (world) => ({ token: await withoutCredits(world), input: { phone } })],
      429: [
        async (world) => {
          const { token, call } = await withKey(world);
          await call('verify-phone', { phone });
          return { token, input: { phone } };
        },
      ],
      502: [
        async (world) => {
          const { token, call } = await someone(world);
          await call('save', { sms_key: 'nobody' });
          return { token, input: { phone } };
        },
      ],
    },
  },
  [`POST ${path}confirm-phone`]: {
    prepare: withCode,
    statuses: {
      409: [async (world) => ({ token: (await someone(world)).token, input: { code: '000000' } })],
    },
  },
  [`POST ${path}test`]: {
    prepare: async (world) => {
      const { token, input } = await withWebhook(world);
      return { token: token ?? '', input };
    },
    statuses: {
      409: [
        async (world) => ({ token: (await someone(world)).token, input: { channel: 'webhook' } }),
      ],
      429: [
        async (world) => {
          const { token, input, call } = await withWebhook(world);
          await call(20);
          return { token: token ?? '', input };
        },
      ],
    },
  },
  [`GET ${path}history`]: {
    prepare: async (world) => {
      const { token, input, call } = await withWebhook(world);
      assert.ok(input);
      await call(1);
      return { token: token ?? '', input: {} };
    },
    fallbacks: {
      // A page of 50 is the rule of every list.
      limit: async () => {},
    },
  },
};

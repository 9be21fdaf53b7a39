import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fewestLeftOut } from '../../src/db/put-back.ts';
import { newEmail } from '../helpers/accounts/accounts.ts';
import { failureOf } from '../helpers/http/answers.ts';
import {
  type RestorableServer,
  startRestorableServer,
} from '../helpers/server/restorable-server.ts';
import { describeOnBothEngines } from '../helpers/server/test-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../helpers/sms/webhook-receiver.ts';
import { randomMac } from '../helpers/water/devices.ts';

type Share = { id: number; code: string };
type Device = { id: string; mac: string; key: string };
type Person = { id: number; email: string; token: string };

/** Acts of people at a server that may go back in time. */
function createWorld(server: RestorableServer) {
  const post = async <T>(token: string | undefined, path: string, json: object): Promise<T> => {
    const answer = await server.request('POST', path, { token, json });
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.body as T;
  };
  const devices = '/api/devices.php?action=';
  const keyOf = async (token: string, device_id: string, wishes: object = {}) => {
    const json = { device_id, ...wishes };
    return (await post<{ api_key: string }>(token, `${devices}api-key`, json)).api_key;
  };
  return {
    post,
    keyOf,
    register: async (): Promise<Person> => {
      const email = newEmail();
      const json = { email, password: 'correct horse' };
      type Entry = { token: string; user: { id: string } };
      const { token, user } = await post<Entry>(undefined, '/api/auth.php?action=register', json);
      return { id: Number(user.id), email, token };
    },
    addDevice: async (token: string): Promise<Device> => {
      const mac = randomMac();
      const json = { mac_or_serial: mac };
      const { id } = await post<{ id: string }>(token, `${devices}register`, json);
      return { id, mac, key: await keyOf(token, id) };
    },
    invite: (token: string, device_id: string, to: string, role: string) =>
      post<Share>(token, `${devices}share`, { device_id, to, role }),
    accept: (token: string, share: { id: number; code: string }) =>
      server.request('POST', `${devices}accept`, { token, json: share }),
    push: async ({ mac }: Device, api_key: string) => {
      const form = { mac_address: mac, water_level_percent: 40, api_key };
      return (await server.request('POST', '/iot_push.php', { form })).status;
    },
    /** Has a webhook of each service told, and gives the names of what was told. */
    tellWebhooks: async ({ token }: Person, hookId: number, receiver: WebhookReceiver) => {
      await server.request('POST', `/v1/account/webhooks/${hookId}/test`, { token, json: {} });
      const event = await receiver.next();
      await post(token, '/api/notifications.php?action=test', { channel: 'webhook' });
      const notification = await receiver.next();
      return [event, notification].map(({ headers }) => String(headers['webhook-id']));
    },
  };
}

describeOnBothEngines('a server whose database was put back', (engine) => {
  let server: RestorableServer;
  let world: ReturnType<typeof createWorld>;
  let receiver: WebhookReceiver;
  before(async () => {
    receiver = await startWebhookReceiver();
    server = await startRestorableServer(engine);
    world = createWorld(server);
  });
  after(async () => {
    await server.stop();
    await receiver.close();
  });

  it('keeps the keys and codes of the backup, and gives none again that were given since', async () => {
    const owner = await world.register();
    const [board, other] = [await world.addDevice(owner.token), await world.addDevice(owner.token)];
    const kept = await world.invite(owner.token, board.id, '0711000001', 'viewer');
    const { id: hookId } = await world.post<{ id: number }>(owner.token, '/v1/account/webhooks', {
      url: receiver.url,
    });
    const url = { webhook_url: receiver.url };
    await world.post(owner.token, '/api/notifications.php?action=save', url);
    await server.backUp();

    const lostPerson = await world.register();
    const lost = await world.addDevice(owner.token);
    const lostShare = await world.invite(owner.token, board.id, '0711000002', 'viewer');
    const lostKey = await world.keyOf(owner.token, other.id, { rotate: true });
    const lostNames = await world.tellWebhooks(owner, hookId, receiver);
    await server.restore();

    assert.equal(await world.push(board, board.key), 201);
    assert.equal(await world.keyOf(owner.token, board.id), board.key);
    const fresh = await world.addDevice(owner.token);
    assert.notEqual(fresh.key, lost.key);
    assert.equal(await world.push(fresh, lost.key), 401);
    assert.notEqual(await world.keyOf(owner.token, other.id, { rotate: true }), lostKey);
    const guest = await world.register();
    const share = await world.invite(owner.token, board.id, '0711000003', 'manager');
    for (const id of [share.id, lostShare.id]) {
      const answer = await world.accept(guest.token, { id, code: lostShare.code });
      assert.deepEqual(failureOf(answer), [404, 'not_found']);
    }
    assert.equal((await world.accept(guest.token, kept)).status, 200);
    const names = await world.tellWebhooks(owner, hookId, receiver);
    assert.deepEqual(
      names.filter((name) => lostNames.includes(name)),
      [],
    );

    for (const [now, then] of [
      [fresh.id, lost.id],
      [share.id, lostShare.id],
      [guest.id, lostPerson.id],
      ...names.map((name, index) => [/\d+$/.exec(name), /\d+$/.exec(lostNames[index] ?? '')]),
    ]) {
      assert.ok(Number(now) > Number(then) + fewestLeftOut / 2, `${now} after ${then}`);
    }
  });

  it('gives no id again either that was given after an earlier restore of the same backup', async () => {
    const owner = await world.register();
    const board = await world.addDevice(owner.token);
    const guest = await world.register();
    await server.backUp();
    const given = async () => {
      await server.restore();
      const json = { device_id: board.id, to: guest.email, role: 'viewer' };
      const path = '/api/devices.php?action=share';
      const { id } = await world.post<{ id: number }>(owner.token, path, json);
      return [id, Number((await world.addDevice(owner.token)).id)];
    };
    const [first, second] = [await given(), await given()];
    const apart = first.map((id, index) => Math.abs(id - (second[index] ?? id)));
    // Of 2^40 places, the two begin within a million of each other once in 500,000 runs.
    for (const distance of apart) assert.ok(distance > 1_000_000, `${first} and ${second}`);
  });

  it('goes on as it was where it has only stopped', async () => {
    const owner = await world.register();
    const before = await world.addDevice(owner.token);
    await server.restart();
    await server.restart();
    const next = await world.addDevice(owner.token);
    assert.equal(Number(next.id), Number(before.id) + 1);
  });
});

describe('a database file that was put back by hand', () => {
  it('is noticed, over the old file or in a new folder', async () => {
    const server = await startRestorableServer('sqlite');
    try {
      const world = createWorld(server);
      const file = join(server.folder, 'kisima.db');
      const copy = join(server.folder, 'copy');
      const owner = await world.register();
      await server.restart(() => copyFile(file, copy));
      const lost = await world.addDevice(owner.token);
      await server.restart(() => copyFile(copy, file));
      const fresh = await world.addDevice(owner.token);
      assert.notEqual(fresh.key, lost.key);
      assert.ok(Number(fresh.id) > fewestLeftOut, fresh.id);
    } finally {
      await server.stop();
    }
  });
});

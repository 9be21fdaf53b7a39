import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import pino from 'pino';
import { openTestDatabase } from '../../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { until } from '../../../../test/helpers/until.ts';
import { noticesOfOneProcess } from '../../../db/notices.ts';
import { insertDeviceStatus } from '../../devices/queries.ts';
import { findPendingCommands, insertCommand } from '../../pump-commands/queries.ts';
import { createClients } from './clients.ts';
import type { Connection, DevicePeer, MqttMessage, Seal } from './message.ts';
import { createCommandSender } from './send-commands.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

describeOnBothEngines('the sender of commands', (engine) => {
  let stand: Awaited<ReturnType<typeof openTestDatabase>>;
  /** Queries that were answered. */
  let answered = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      answered += 1;
      return result;
    },
  };
  before(async () => {
    stand = await openTestDatabase(engine);
  });
  after(() => stand.close());

  let devices = 0;
  /** A device that signs, with a connection that has subscribed. */
  const newClient = (seal: Seal) => {
    devices += 1;
    const identity = `SERIAL-${devices}`;
    const got: MqttMessage[] = [];
    const peer: DevicePeer = { kind: 'device', id: devices, identity, apiKey: undefined, seal };
    const client: Connection<DevicePeer> = {
      peer,
      filters: new Set([`kisima/${identity}/commands`]),
      send: (message) => void got.push(message),
      end: () => {},
      isOpen: () => true,
    };
    return { client, got };
  };
  const newSender = () => {
    const { db } = stand;
    const publisher = { commandsChanged: () => {} };
    return createCommandSender({
      db: { ...db, read: db.read.withPlugin(counting) },
      publisher,
      clock: () => now,
      notices: noticesOfOneProcess,
      log: pino({ level: 'silent' }),
      clients: createClients(),
    });
  };
  const command = async (deviceId: number) => {
    await insertDeviceStatus(stand.db.write, deviceId);
    return await insertCommand(stand.db.write, {
      device_id: deviceId,
      sensor_name: 'main',
      command: 'off',
      source: 'user',
      status: 'pending',
      created_at: now,
      expires_at: now + 60_000,
    });
  };

  it('asks by what to seal only once a command waits', async () => {
    let asked = 0;
    const { client, got } = newClient(async () => {
      asked += 1;
      return (topic, payload) => `sealed for ${topic}\n${payload}`;
    });
    const sender = newSender();
    answered = 0;
    sender.sendWaiting(client);
    await until(() => answered === 1);
    assert.equal(asked, 0);
    const { id } = await command(client.peer.id);
    sender.sendWaiting(client);
    const [message] = await until(() => got.length > 0 && got);
    assert.equal(asked, 1);
    const [line, payload = ''] = message?.payload.split('\n') ?? [];
    assert.equal(line, `sealed for ${message?.topic}`);
    assert.equal(JSON.parse(payload).command_id, id);
  });

  it('hands nothing over to a client that comes to be of another device meanwhile', async () => {
    const { client, got } = newClient(async () => (_, payload) => payload);
    await command(client.peer.id);
    let isOpen = true;
    answered = 0;
    newSender().sendWaiting({ ...client, isOpen: () => isOpen });
    isOpen = false;
    await until(() => answered === 1);
    const [waiting] = await findPendingCommands(stand.db.read, client.peer.id, now);
    assert.deepEqual([got, waiting?.delivered_at], [[], null]);
  });

  it('hands nothing over to a device that signs and has said nothing yet', async () => {
    let asked = 0;
    const { client, got } = newClient(async () => {
      asked += 1;
      return undefined;
    });
    await command(client.peer.id);
    newSender().sendWaiting(client);
    await until(() => asked === 1);
    const [waiting] = await findPendingCommands(stand.db.read, client.peer.id, now);
    assert.deepEqual([got, waiting?.delivered_at], [[], null]);
  });
});

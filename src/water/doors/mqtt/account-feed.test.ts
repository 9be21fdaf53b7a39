import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import { afterEach, it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { pino } from 'pino';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../../test/helpers/server/test-timers.ts';
import { until } from '../../../../test/helpers/until.ts';
import { registerDevice } from '../../../../test/helpers/water/devices.ts';
import { connectMqtt, type MqttTestClient } from '../../../../test/helpers/water/mqtt.ts';
import { createBus } from '../../live/bus.ts';
import { createAccountFeed } from './account-feed.ts';
import { type EmbeddedBroker, openEmbedded } from './embedded-broker.ts';
import type { AccountPeer, Connection } from './message.ts';

type Client = Connection<AccountPeer>;

describeOnBothEngines(
  'what a client of an account is told, while its devices are looked up',
  (engine) => {
    const server = useTestServer({ engine });
    let broker: EmbeddedBroker;
    let listener: Server;
    let client: MqttTestClient;

    /** Look-ups whose answers are held back, oldest first. */
    const held: (() => void)[] = [];
    let isHolding = false;
    const holdBack: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
        return result;
      },
    };
    const release = async () => (await until(() => held.shift()))();

    const start = async (atSignIn: () => Promise<void> = async () => {}) => {
      isHolding = false;
      held.length = 0;
      const person = await registerUser(server);
      const { id: userId } = await server.db.read
        .selectFrom('users')
        .select('id')
        .where('email', '=', person.email)
        .executeTakeFirstOrThrow();
      const bus = createBus({ now: () => server.clock.now, epoch: 'a' });
      const log = pino({ enabled: false });
      const feed = createAccountFeed({
        db: { read: server.db.read.withPlugin(holdBack) },
        bus,
        log,
      });
      const peer: AccountPeer = {
        kind: 'account',
        tokenId: 1,
        viewer: { userId, program: { id: 1, scope: 'read', deviceIds: undefined } as never },
      };
      let ended = 0;
      broker = await openEmbedded({
        timers: createTestTimers(),
        failed: (error) => assert.fail(String(error)),
        limits: {
          packetBytes: 10_000,
          connectMs: 10_000,
          connections: 10,
          strangers: 10,
          filters: { device: 1, account: 1 },
          unreadBytes: 100_000,
        },
        policy: {
          signIn: async () => {
            await feed.learn(peer);
            await atSignIn();
            return peer;
          },
          mayRead: () => true,
          mayGet: () => true,
          take: async () => 'acknowledge',
          opened: (connection) => feed.opened(connection as Client),
          closed: (connection) => {
            ended += 1;
            feed.closed(connection as Client);
          },
          subscribed: () => {},
          turnedAway: () => {},
        },
      });
      listener = createServer((socket) => broker.accept(socket));
      await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
      const { port } = listener.address() as { port: number };
      return {
        open: async () => {
          client = await connectMqtt(`mqtt://127.0.0.1:${port}`, { username: 'token' });
          await client.subscribe('kisima/#');
        },
        ended: () => ended,
        newDevice: () => registerDevice(server, person.token),
        changed: () => bus.publish(userId, { type: 'devices', data: {} }),
        /** Tells of a reading of a device. */
        read: (id: string, level: number) =>
          bus.publish(userId, { type: 'reading', deviceId: Number(id), data: { level } } as never),
      };
    };
    afterEach(async () => {
      await client.end();
      await broker.close();
      await new Promise((resolve) => listener.close(resolve));
    });
    const nextLevel = async (mac: string) =>
      JSON.parse((await client.next(`kisima/${mac}/readings`)).payload).level;

    it('has what came between its sign-in and its opening', async () => {
      let added: { id: string; mac_or_serial: string } | undefined;
      const desk = await start(async () => {
        added = await desk.newDevice();
      });
      await desk.open();
      assert.ok(added);
      desk.read(added.id, 41);
      assert.equal(await nextLevel(added.mac_or_serial), 41);
    });

    it('has a device that came while an older look-up was under way, and all of its readings in order', async () => {
      const desk = await start();
      const first = await desk.newDevice();
      await desk.open();
      desk.read(first.id, 40);
      assert.equal(await nextLevel(first.mac_or_serial), 40);
      isHolding = true;
      desk.changed();
      await until(() => held.length === 1);
      const second = await desk.newDevice();
      desk.changed();
      desk.changed();
      for (const level of [42, 43]) desk.read(second.id, level);
      desk.read(first.id, 44);
      await release();
      await release();
      isHolding = false;
      assert.equal(await nextLevel(second.mac_or_serial), 42);
      assert.equal(await nextLevel(second.mac_or_serial), 43);
      assert.equal(await nextLevel(first.mac_or_serial), 44);
      // Two changes at once cost one look-up.
      assert.equal(held.length, 0);
    });

    it('keeps 500 events for a look-up, and ends the client with the next', async () => {
      const desk = await start();
      const { id, mac_or_serial } = await desk.newDevice();
      await desk.open();
      // The look-up at its opening is over.
      desk.read(id, 1);
      assert.equal(await nextLevel(mac_or_serial), 1);
      isHolding = true;
      for (const isOneMore of [false, true]) {
        desk.changed();
        await until(() => held.length === 1);
        for (let level = 1; level <= 500; level += 1) desk.read(id, level);
        if (isOneMore) {
          desk.read(id, 501);
          await until(() => desk.ended() === 1);
          await release();
          continue;
        }
        await release();
        for (let level = 1; level <= 500; level += 1) {
          assert.equal(await nextLevel(mac_or_serial), level);
        }
        assert.equal(desk.ended(), 0);
      }
    });

    it('is told to have gone once, and only where it was opened', async () => {
      const desk = await start();
      await desk.open();
      await client.end();
      await until(() => desk.ended() === 1);
      await broker.close();
      await new Promise((resolve) => listener.close(resolve));
      const refused = await start(async () => {
        throw new Error('not let in');
      });
      await assert.rejects(refused.open());
      await until(() => broker.size() === 0);
      assert.equal(refused.ended(), 0);
    });
  },
);

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { makePostgresDatabase } from '../../../../test/helpers/database/postgres.ts';
import { startTestServer, type TestServer } from '../../../../test/helpers/server/test-server.ts';
import { until } from '../../../../test/helpers/until.ts';
import { randomMac, registerDevice } from '../../../../test/helpers/water/devices.ts';
import { type SignedRequest, SigningBoard } from '../../../../test/helpers/water/signing-board.ts';
import { howMany } from '../../../../test/helpers/whole-suite.ts';

type Told = { level: number }[];

describe('signed messages at two processes on one PostgreSQL', () => {
  let drop: () => Promise<void>;
  let servers: [TestServer, TestServer];
  let token: string;

  before(async () => {
    const database = await makePostgresDatabase();
    drop = database.drop;
    const env = { DATABASE_URL: database.url, SERVER_SECRET: 'a secret that both processes share' };
    servers = [
      await startTestServer({ engine: 'sqlite', env }),
      await startTestServer({ engine: 'sqlite', env }),
    ];
    ({ token } = await registerUser(servers[0]));
  });
  after(async () => {
    for (const server of servers.toReversed()) await server.stop();
    await drop();
  });

  const keyOf = async (id: string, json = {}) => {
    const path = '/api/devices.php?action=api-key';
    const options = { token, json: { device_id: id, ...json } };
    const { body } = await servers[0].request('POST', path, options);
    return (body as { api_key: string }).api_key;
  };
  const newBoard = async () => {
    const device = await registerDevice(servers[0], token);
    return { device, board: new SigningBoard(device.mac_or_serial, await keyOf(device.id)) };
  };
  const levelsOf = async (id: string) => {
    const path = `/api/sensors.php?action=history&device_id=${id}`;
    const { body } = await servers[1].request('GET', path, { token });
    return (body as Told).map(({ level }) => level).sort((a, b) => a - b);
  };

  it('hold: each is stored once, however often and at whichever of them it comes, all at once', async () => {
    const deliveries = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.constantFrom(0, 1)), {
      minLength: 1,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(deliveries, async (order) => {
        const { device, board } = await newBoard();
        const requests = [10, 20, 30, 40, 50, 60].map((level) =>
          board.push({ water_level_percent: level }),
        );
        const sent = order.map(async ([which, at]) => {
          const request = requests[which] as SignedRequest;
          const { status, isProven } = await board.send(servers[at], request);
          assert.ok(isProven && (status === 201 || status === 409), String(status));
          return { which, status };
        });
        const answers = await Promise.all(sent);
        const stored = await levelsOf(device.id);
        assert.deepEqual(stored, [...new Set(stored)]);
        const taken = answers.filter(({ status }) => status === 201).map(({ which }) => which);
        assert.deepEqual(
          stored,
          [...new Set(taken)].sort((a, b) => a - b).map((n) => 10 * n + 10),
        );
        // The highest of them is always the last word.
        assert.ok(taken.includes(Math.max(...order.map(([which]) => which))));
      }),
      { numRuns: howMany(6, 15) },
    );
  });

  it('are refused at one when they were taken at the other, by a former key as well', async () => {
    const { device, board } = await newBoard();
    const old = board.push({ water_level_percent: 10 });
    assert.equal((await board.send(servers[0], old)).status, 201);
    const next = board.push({ water_level_percent: 20 });
    assert.equal((await board.send(servers[1], next)).status, 201);
    const replayed = await board.send(servers[0], old);
    assert.deepEqual([replayed.status, replayed.isProven], [409, true]);
    assert.equal((await board.send(servers[0], next)).status, 201);

    const former = board.push({ water_level_percent: 30 });
    board.key = await keyOf(device.id, { rotate: true, overlap_hours: 24 });
    board.counter = 0;
    const first = board.push({ water_level_percent: 40 });
    await until(async () => (await board.send(servers[1], first)).status === 201);
    // Whatever the other process has heard by now, the row says that a newer key is in use.
    assert.equal((await board.send(servers[0], former)).status, 401);
    assert.deepEqual(await levelsOf(device.id), [10, 20, 40]);
  });

  it('of boards that nobody has registered are told by each of both', async () => {
    const mac = randomMac();
    const board = new SigningBoard(mac, 'kd_any');
    for (const server of [servers[0], servers[1], servers[1]]) {
      assert.equal((await board.send(server, board.poll())).status, 404);
    }
    for (const server of servers) {
      const path = `/api/devices.php?action=knock&mac=${mac}`;
      const { body } = await server.request('GET', path, { token });
      const { knock } = body as { knock: { count: number; sends: string } | null };
      assert.deepEqual([knock?.count, knock?.sends], [3, 'signature']);
    }
  });
});

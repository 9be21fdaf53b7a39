import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { beforeTransactions } from '../../../../test/helpers/database/before-transactions.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../../test/helpers/server/test-timers.ts';
import { type DeviceAnswer, registerDevice } from '../../../../test/helpers/water/devices.ts';
import { createUnansweredLoop } from './unanswered-loop.ts';

const minuteMs = 60_000;
const onlineMs = 15 * minuteMs;
const unstopped = new AbortController().signal;

type Alert = {
  id: number;
  kind: string;
  type: string;
  severity: string;
  sensor_name: string | null;
  message: string;
  facts: Record<string, unknown>;
  resolved_at: string | null;
};

describeOnBothEngines('unanswered commands', (engine) => {
  const server = useTestServer({
    engine,
    env: { TOKEN_HOURS: '8760' },
    timers: createTestTimers(),
  });
  let token: string;
  let device: DeviceAnswer;
  let round: (signal: AbortSignal) => Promise<void>;
  before(async () => {
    ({ token } = await registerUser(server));
  });
  const startWatch = (db = server.db) =>
    createUnansweredLoop({
      db,
      clockWatch: { cautious: () => server.clock.now, sinceJump: () => Number.POSITIVE_INFINITY },
      timers: { now: () => server.clock.now },
      onlineMs,
      publisher: { alertsChanged: () => {} },
    });
  beforeEach(async () => {
    device = await registerDevice(server, token);
    round = startWatch();
    server.clock.advance(30 * minuteMs);
  });

  const push = async () => {
    const form = { mac_address: device.mac_or_serial, water_level_percent: 50 };
    assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
  };
  const pass = async (minutes: number, every = 5) => {
    for (let minute = 1; minute <= minutes; minute++) {
      server.clock.advance(minuteMs);
      if (minute % every === 0) await push();
      await round(unstopped);
    }
  };
  const send = async (sensor_name = 'roof', command = 'off') => {
    const json = { device_id: device.id, sensor_name, command };
    const path = '/api/pump_commands.php?action=send';
    const sent = await server.request('POST', path, { token, json });
    assert.equal(sent.status, 201, sent.text);
    return sent.body as { id: number; created_at: string };
  };
  const poll = () =>
    server.request(
      'GET',
      `/iot_commands.php?mac_address=${encodeURIComponent(device.mac_or_serial)}`,
    );
  const alerts = async () => {
    const path = `/api/alerts.php?action=list&device_id=${device.id}`;
    return (await server.request('GET', path, { token })).body as Alert[];
  };

  it('are a warning of the pump after ten minutes, once, until they are acknowledged', async () => {
    await push();
    const { id, created_at } = await send();
    await pass(9);
    assert.deepEqual(await alerts(), []);
    await pass(1);
    const [alert, ...more] = await alerts();
    assert.deepEqual(more, []);
    assert.deepEqual(
      [alert?.kind, alert?.type, alert?.severity, alert?.sensor_name],
      ['unanswered', 'pump', 'warning', 'roof'],
    );
    const facts = {
      command_id: id,
      command: 'off',
      sent_at: Date.parse(created_at),
      fetched: false,
      told_at: server.clock.now,
    };
    assert.deepEqual(alert?.facts, facts);
    assert.equal(
      alert?.message,
      'roof: the device is online, but has not fetched the command "off" for 10 minutes.',
    );
    await pass(20);
    assert.equal((await alerts()).length, 1);
    const form = { mac_address: device.mac_or_serial, command_id: id };
    const acknowledged = await server.request('POST', '/iot_ack.php', { form });
    assert.equal(acknowledged.status, 200, acknowledged.text);
    await pass(1);
    assert.ok((await alerts())[0]?.resolved_at);
  });

  it('are told of a device that fetched one and did not acknowledge it; the same within a day', async () => {
    await push();
    const { id } = await send();
    assert.equal((await poll()).status, 200);
    await pass(10);
    const [alert] = await alerts();
    assert.equal(alert?.facts['fetched'], true);
    const path = `/api/pump_commands.php?action=cancel&id=${id}`;
    assert.equal((await server.request('DELETE', path, { token })).status, 200);
    await pass(1);
    assert.ok((await alerts())[0]?.resolved_at);
    await send();
    // Two usual intervals of a device that has called at five and six minutes are more than ten.
    await pass(12);
    const [again, ...more] = await alerts();
    assert.deepEqual([again?.id, again?.resolved_at, more], [alert?.id, null, []]);
  });

  it('are one for each sensor, however many commands it waits for', async () => {
    await push();
    for (const sensor of ['roof', 'roof', 'ground']) await send(sensor);
    await pass(12);
    assert.deepEqual((await alerts()).map(({ sensor_name }) => sensor_name).sort(), [
      'ground',
      'roof',
    ]);
  });

  it('are told of an `on` before it goes stale, and stay until the pump answers a later one', async () => {
    await push();
    await send('roof', 'on');
    await pass(7);
    assert.deepEqual(await alerts(), []);
    await pass(1);
    assert.equal((await alerts())[0]?.resolved_at, null);
    await pass(30);
    assert.equal((await alerts())[0]?.resolved_at, null);
    const { id } = await send('roof', 'on');
    const form = { mac_address: device.mac_or_serial, command_id: id };
    assert.equal((await poll()).status, 200);
    assert.equal((await server.request('POST', '/iot_ack.php', { form })).status, 200);
    await pass(1);
    assert.equal((await alerts()).length, 1);
    assert.ok((await alerts())[0]?.resolved_at);
  });

  it('are given two usual intervals', async () => {
    for (let count = 0; count < 20; count++) {
      await push();
      server.clock.advance(12 * minuteMs);
    }
    await push();
    await send();
    await pass(20, 12);
    assert.deepEqual(await alerts(), []);
    await pass(8, 6);
    assert.equal((await alerts()).length, 1);
  });

  it('are none of a device that is offline, and none just after a start', async () => {
    await push();
    await send();
    await pass(9, 100);
    server.clock.advance(6 * minuteMs);
    await round(unstopped);
    assert.deepEqual(await alerts(), []);
    round = startWatch();
    await push();
    await pass(9);
    assert.deepEqual(await alerts(), []);
    await pass(1);
    assert.equal((await alerts()).length, 1);
  });

  it('are found of all sensors, also where a page of them ends within a device', async () => {
    const devices: number[] = [];
    for (let count = 0; count < 6; count++) {
      device = await registerDevice(server, token);
      await push();
      devices.push(Number(device.id));
    }
    const now = server.clock.now;
    const life = { created_at: now, expires_at: now + 60 * minuteMs };
    const sensors = Array.from({ length: 90 }, (_, index) => `tank ${index}`);
    const commands = devices.flatMap((device_id) =>
      sensors.map((sensor_name) => {
        const what = { command: 'off', status: 'pending', source: 'user' } as const;
        return { device_id, sensor_name, ...what, ...life };
      }),
    );
    await server.db.write.insertInto('pump_commands').values(commands).execute();
    const countOpen = async () => {
      const { open } = await server.db.read
        .selectFrom('incidents')
        .select(({ fn }) => fn.countAll<number>().as('open'))
        .where('device_id', 'in', devices)
        .where('resolved_at', 'is', null)
        .executeTakeFirstOrThrow();
      return open;
    };
    server.clock.advance(12 * minuteMs);
    await round(unstopped);
    assert.equal(await countOpen(), commands.length);
    await server.db.write
      .updateTable('pump_commands')
      .set({ status: 'executed' })
      .where('device_id', 'in', devices)
      .execute();
    await round(unstopped);
    assert.equal(await countOpen(), 0);
  });

  it('are none where one is cancelled while it is looked at', async () => {
    await push();
    const { id } = await send();
    await pass(9);
    server.clock.advance(minuteMs);
    await push();
    const cancelling = beforeTransactions(server.db, async () => {
      const path = `/api/pump_commands.php?action=cancel&id=${id}`;
      assert.equal((await server.request('DELETE', path, { token })).status, 200);
    });
    await startWatch(cancelling)(unstopped);
    assert.deepEqual(await alerts(), []);
  });
});

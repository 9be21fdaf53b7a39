import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { startTestServer, type TestServer } from '../../../../test/helpers/server/test-server.ts';
import { until } from '../../../../test/helpers/until.ts';
import { registerDevice } from '../../../../test/helpers/water/devices.ts';
import {
  type HomeAssistantClient,
  startHomeAssistant,
} from '../../../../test/helpers/water/home-assistant-client.ts';
import { startOtherBroker } from '../../../../test/helpers/water/other-broker.ts';
import { SigningBoard } from '../../../../test/helpers/water/signing-board.ts';
import { hourMs } from '../../../kit/time/units.ts';
import { createTakeOrder } from './take-order.ts';

for (const shows of ['pumps', 'states', 'none'] as const) {
  describe(`Home Assistant at an external broker, with MQTT_DISCOVERY=${shows}`, () => {
    let broker: Awaited<ReturnType<typeof startOtherBroker>>;
    let server: TestServer;
    let home: HomeAssistantClient;
    before(async () => {
      broker = await startOtherBroker();
      const env = { MQTT_URL: broker.url, MQTT_DISCOVERY: shows };
      server = await startTestServer({ engine: 'sqlite', env });
      home = await startHomeAssistant(broker.url);
    });
    after(async () => {
      await home.end();
      await server.stop();
      await broker.stop();
    });

    const newTank = async () => {
      const owner = await registerUser(server);
      return { owner, device: await registerDevice(server, owner.token) };
    };
    const push = async (mac_address: string, water_level_percent: number) => {
      const form = { mac_address, water_level_percent, pump_status: 'off' };
      assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
    };

    it('shows tanks to whoever listens, as far as the operator has said', async () => {
      const { device } = await newTank();
      await push(device.mac_or_serial, 60);
      if (shows === 'none') {
        await push(device.mac_or_serial, 61);
        assert.deepEqual(home.devices(), []);
        return;
      }
      await home.untilShown(device.id, { s1_level: '60', s1_pump: 'off' });
      const { platform } = home.config(device.id)?.components['s1_pump'] ?? {};
      assert.equal(platform, shows === 'pumps' ? 'switch' : 'binary_sensor');
      // Whoever comes later gets what the broker has kept.
      const later = await startHomeAssistant(broker.url);
      await later.untilShown(device.id, { s1_level: '60' });
      await later.end();
    });

    it('shows what boards that sign have said', async () => {
      if (shows === 'none') return;
      const { owner, device } = await newTank();
      const { body } = await server.request('POST', '/api/devices.php?action=api-key', {
        token: owner.token,
        json: { device_id: device.id },
      });
      const board = new SigningBoard(device.mac_or_serial, (body as { api_key: string }).api_key);
      for (const level of [60, 64]) {
        await board.send(server, board.push({ water_level_percent: level }));
        await home.untilShown(device.id, { s1_level: `${level}` });
      }
    });

    it('takes orders of pumps as its owner, or none', async () => {
      const { owner, device } = await newTank();
      await push(device.mac_or_serial, 40);
      const take = createTakeOrder({
        db: server.db,
        clock: () => server.clock.now,
        log: pino({ level: 'silent' }),
        publisher: { commandsChanged: () => {} },
        sensorsPerDevice: 100,
        commandMs: 24 * hourMs,
        staleOnMs: hourMs,
        offersPumps: shows === 'pumps',
      });
      const topic = `kisima/${device.mac_or_serial}/pump/set`;
      const order = { topic, payload: Buffer.from('ON'), retain: false, qos: 1 } as const;
      const outcome = await take(order, device.mac_or_serial, { kind: 'broker' });
      assert.equal(outcome, shows === 'pumps' ? 'acknowledge' : 'forbidden');
      const entries = await server.db.read
        .selectFrom('audit_entries')
        .select(['actor_id', 'address'])
        .where('device_id', '=', Number(device.id))
        .where('action', '=', 'command_sent')
        .execute();
      const sent = { actor_id: Number(owner.user.id), address: 'MQTT broker' };
      assert.deepEqual(entries, shows === 'pumps' ? [sent] : []);
    });

    it('takes back a tank that is removed, also what the broker keeps', async () => {
      if (shows === 'none') return assert.deepEqual(home.devices(), []);
      const { owner, device } = await newTank();
      await push(device.mac_or_serial, 40);
      await home.untilShown(device.id, { s1_level: '40' });
      const path = `/api/devices.php?action=remove&id=${device.id}`;
      await server.request('DELETE', path, { token: owner.token });
      await until(() => !home.devices().includes(Number(device.id)) || undefined);
      const later = await startHomeAssistant(broker.url);
      await until(() => later.devices().length > 0 || undefined);
      assert.equal(later.devices().includes(Number(device.id)), false);
      await later.end();
    });
  });
}

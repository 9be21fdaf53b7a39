import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useDeviceDesk } from '../../../test/helpers/browser/device-desk.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { type DeviceAnswer, randomMac } from '../../../test/helpers/water/devices.ts';

describeOnBothEngines('device endpoints', (engine) => {
  const desk = useDeviceDesk(engine);

  describe('commands', () => {
    it('go from sent to delivered to acknowledged', async () => {
      await desk.newDevice();
      const first = await desk.send({ command: 'on' });
      const second = await desk.send({ command: 'schedule', sensor_name: 'ground' });
      assert.equal((await desk.pushed({})).pending_commands, 2);
      const polled = await desk.poll();
      assert.deepEqual(
        polled.map(({ command_id }) => command_id),
        [first, second],
      );
      const delivered = new Date(desk.server.clock.now).toISOString();
      desk.server.clock.advance(5000);
      assert.ok((await desk.poll()).every(({ delivered_at }) => delivered_at === delivered));

      const acknowledged = await desk.ack({ command_id: first });
      assert.equal(acknowledged.status, 200);
      const { status, acknowledged_at } = acknowledged.body as Record<string, unknown>;
      assert.deepEqual(
        [status, acknowledged_at],
        ['executed', new Date(desk.server.clock.now).toISOString()],
      );
      assert.deepEqual(failureOf(await desk.ack({ command_id: first })), [404, 'not_found']);
      assert.deepEqual(
        (await desk.poll()).map(({ command_id }) => command_id),
        [second],
      );
    });

    it("cannot be acknowledged when expired, cancelled, unknown or another device's", async () => {
      const other = await desk.newDevice();
      const theirs = await desk.send({ command: 'on' });
      await desk.newDevice();
      const cancelled = await desk.send({ command: 'on' });
      await desk.call('DELETE', `/api/pump_commands.php?action=cancel&id=${cancelled}`);
      const expired = await desk.send({ command: 'off' });
      desk.server.clock.advance(24 * 3_600_000);
      assert.deepEqual(await desk.poll(), []);
      for (const command_id of [theirs, cancelled, expired, 999_999_999]) {
        assert.equal((await desk.ack({ command_id })).status, 404, `${other.id} ${command_id}`);
      }
      assert.deepEqual(wrongFields(await desk.ack({ command_id: 'seven' })), ['command_id']);
      await desk.signInAnew();
    });

    it('are 404 for a MAC that nobody registered', async () => {
      const path = `/iot_commands.php?mac_address=${randomMac()}`;
      assert.equal((await desk.server.request('GET', path)).status, 404);
      assert.deepEqual(wrongFields(await desk.server.request('GET', '/iot_commands.php')), [
        'mac_address',
      ]);
    });

    it('show that the device is alive', async () => {
      await desk.newDevice();
      await desk.poll();
      const list = await desk.call('GET', '/api/devices.php?action=list');
      const listed = (list.body as DeviceAnswer[]).find(({ id }) => id === desk.device.id);
      assert.deepEqual(
        [listed?.online, listed?.last_seen_at],
        [true, new Date(desk.server.clock.now).toISOString()],
      );
    });
  });

  describe('what follows from a reading', () => {
    it('raises one alert a threshold, and none for history', async () => {
      await desk.newDevice();
      const late = new Date(desk.server.clock.now - 11 * 60_000).toISOString();
      await desk.pushed({ water_level_percent: 5, recorded_at: late });
      assert.deepEqual(await desk.alerts(), []);
      for (const level of [19, 18, 9, 21, 9]) await desk.pushed({ water_level_percent: level });
      assert.deepEqual(await desk.alerts(), ['low critical']);
      for (const level of [50, 97, 97.1]) await desk.pushed({ water_level_percent: level });
      assert.deepEqual(await desk.alerts(), ['overflow critical', 'low critical']);
    });

    it('steers a pump that is on auto, until its owner takes over', async () => {
      await desk.newDevice();
      const auto = await desk.send({ command: 'auto', turn_on_below: 30, turn_off_above: 80 });
      await desk.ack({ command_id: auto });
      const step = async (level: number, pump_status: string) => {
        await desk.pushed({ water_level_percent: level, pump_status });
        const commands = await desk.poll();
        for (const { command_id } of commands) await desk.ack({ command_id });
        return commands.map(({ command, source }) => `${command} ${source}`);
      };
      assert.deepEqual(await step(40, 'off'), []);
      assert.deepEqual(await step(29, 'off'), ['on auto']);
      assert.deepEqual(await step(28, 'on'), []);
      assert.deepEqual(await step(81, 'on'), []);
      assert.deepEqual(await step(81, 'on'), ['off auto']);
      await desk.ack({ command_id: await desk.send({ command: 'off' }) });
      assert.deepEqual(await step(10, 'off'), []);
    });

    it('keeps one command waiting, overtaken by its opposite', async () => {
      await desk.newDevice();
      await desk.ack({ command_id: await desk.send({ command: 'auto' }) });
      for (const level of [10, 9, 8]) await desk.pushed({ water_level_percent: level });
      assert.deepEqual(
        (await desk.poll()).map(({ command }) => command),
        ['on'],
      );
      for (const level of [95, 95.1]) await desk.pushed({ water_level_percent: level });
      assert.deepEqual(
        (await desk.poll()).map(({ command }) => command),
        ['off'],
      );
    });

    it('believes one wild reading of a new sensor only when the next agrees', async () => {
      await desk.newDevice();
      await desk.ack({ command_id: await desk.send({ command: 'auto' }) });
      const push = async (levels: number[]) => {
        for (const level of levels) {
          desk.server.clock.advance(60_000);
          await desk.pushed({ water_level_percent: level, pump_status: 'off' });
        }
        const commands = await desk.poll();
        return { alerts: await desk.alerts(), sent: commands.map(({ command }) => command) };
      };
      assert.deepEqual(await push([70, 70.2, 0, 70.1]), { alerts: [], sent: [] });
      assert.deepEqual(await push([0]), { alerts: [], sent: [] });
      const { alerts, sent } = await push([0.1, 0]);
      assert.ok(alerts.includes('low critical'));
      assert.deepEqual(sent, ['on']);
    });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { pumpsPath, usePumpDesk } from '../../../test/helpers/water/pump-desk.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';

describeOnBothEngines('the guard of pumps', (engine) => {
  const { desk, advance, list, listed, obey, push, configure, look } = usePumpDesk(engine);

  describe('commands', () => {
    it('wait for a device that calls every half hour, no matter who sends them, and for no longer than two calls', async () => {
      for (const [source, send] of [
        ['user', () => desk.send({ command: 'on' })],
        ['auto', () => desk.send({ command: 'auto' }).then(() => push(10))],
      ] as const) {
        await desk.newDevice();
        for (let calls = 0; calls < 6; calls++) {
          await push(10);
          advance(hourMs / 2);
        }
        await obey();
        await send();
        advance(45 * minuteMs);
        const has = async () => (await desk.poll()).some(({ command }) => command === 'on');
        assert.equal(await has(), true, source);
        advance(16 * minuteMs);
        assert.equal(await has(), false, source);
      }
    });

    it('supersede older ones of the same pump, and no others', async () => {
      await desk.newDevice();
      await desk.send({ command: 'on', sensor_name: 'ground' });
      await desk.send({ command: 'on' });
      await desk.send({ command: 'off' });
      await desk.send({ command: 'auto' });
      assert.deepEqual(await listed(), [
        'on user pending',
        'on user cancelled',
        'off user cancelled',
        'auto user pending',
      ]);
      await push(10);
      assert.deepEqual(
        (await desk.poll()).map(({ command }) => command),
        ['on', 'auto', 'on'],
      );
      for (const level of [95, 95.1]) await push(level);
      assert.deepEqual(
        (await desk.poll()).map(({ command }) => command),
        ['on', 'auto', 'off'],
      );
    });

    it('that switch on are never given to a device that comes late; off is', async () => {
      await desk.newDevice();
      await desk.send({ command: 'on' });
      await desk.send({ command: 'off', sensor_name: 'ground' });
      advance(10 * minuteMs - 1);
      assert.deepEqual(
        (await desk.poll()).map(({ command }) => command),
        ['on', 'off'],
      );
      advance(1);
      assert.deepEqual(
        (await desk.poll()).map(({ command }) => command),
        ['off'],
      );
    });

    it('that were fetched in time may be acknowledged a little late', async () => {
      await desk.newDevice();
      const id = await desk.send({ command: 'on' });
      advance(9 * minuteMs);
      await desk.poll();
      advance(9 * minuteMs);
      assert.equal((await desk.ack({ command_id: id })).status, 200);
      const other = await desk.send({ command: 'on' });
      await desk.poll();
      advance(10 * minuteMs);
      assert.equal((await desk.ack({ command_id: other })).status, 404);
    });

    it('are made for a reading, whose age counts', async () => {
      await desk.newDevice();
      await desk.send({ command: 'auto' });
      const recorded_at = new Date(desk.server.clock.now - 8 * minuteMs).toISOString();
      await push(10, { recorded_at });
      advance(2 * minuteMs);
      assert.deepEqual(
        (await desk.poll()).map(({ command }) => command),
        ['auto'],
      );
    });
  });

  describe('a run', () => {
    it('is ended before its maximum, without any reading, also where its ack was lost', async () => {
      for (const isAcked of [true, false]) {
        await desk.newDevice();
        await configure({ pump_max_minutes: 60 });
        const id = await desk.send({ command: 'on' });
        await desk.poll();
        if (isAcked) await desk.ack({ command_id: id });
        advance(54 * minuteMs);
        await look();
        assert.equal((await list())[0]?.command, 'on');
        advance(minuteMs);
        await Promise.all([look(), look()]);
        assert.deepEqual((await listed()).slice(1), ['off auto pending']);
        advance(11 * minuteMs);
        await look();
        // Nobody has seen that it still runs.
        assert.deepEqual(await desk.alerts(), []);
        assert.deepEqual(await obey(), ['off']);
        await look();
        advance(hourMs);
        await look();
        assert.equal((await list()).length, 2);
      }
    });

    it('is stopped at the high threshold unless its owner says where', async () => {
      await desk.newDevice();
      await desk.send({ command: 'on' });
      await obey();
      await push(89, { pump_status: 'on' });
      assert.deepEqual(await obey(), []);
      await push(91, { pump_status: 'on' });
      assert.deepEqual(await obey(), ['off']);
      advance(hourMs);
      await desk.send({ command: 'on', turn_off_above: 97 });
      await obey();
      await push(92, { pump_status: 'on' });
      assert.deepEqual(await obey(), []);
      await push(98, { pump_status: 'on' });
      assert.deepEqual(await obey(), ['off']);
    });

    it('that brings no water is ended, and the pump latched until its owner clears it', async () => {
      await desk.newDevice();
      await desk.send({ command: 'auto' });
      await obey();
      await push(15);
      assert.deepEqual(await obey(), ['on']);
      // The noise of a new sensor is unknown, so it is given more than the quarter of an hour.
      for (let minute = 5; minute < 35; minute += 5) {
        advance(5 * minuteMs);
        await push(15, { pump_status: 'on' });
        assert.deepEqual(await obey(), []);
      }
      advance(5 * minuteMs);
      await push(15, { pump_status: 'on' });
      assert.deepEqual(await obey(), ['off']);
      assert.deepEqual(await desk.alerts(), ['pump critical', 'low warning']);
      advance(hourMs);
      await push(14, { pump_status: 'off' });
      assert.deepEqual(await obey(), []);
      const query = `&device_id=${desk.device.id}&sensor_name=main`;
      const clear = () => desk.call('PUT', `${pumpsPath}?action=clear-latch${query}`);
      const { status, body } = await clear();
      const cleared = { device_id: desk.device.id, sensor_name: 'main', latched: false };
      assert.deepEqual([status, body], [200, cleared]);
      assert.equal((await clear()).status, 200);
      advance(minuteMs);
      await push(14, { pump_status: 'off' });
      assert.deepEqual(await obey(), ['on']);
    });

    it('that was told to stop and goes on is an incident, and is told again', async () => {
      await desk.newDevice();
      await desk.send({ command: 'on' });
      await obey();
      await push(40, { pump_status: 'on' });
      await desk.send({ command: 'off' });
      await obey();
      advance(minuteMs);
      await push(41, { pump_status: 'on' });
      assert.deepEqual(await desk.alerts(), []);
      advance(4 * minuteMs);
      await push(42, { pump_status: 'on' });
      assert.deepEqual(await desk.alerts(), ['pump critical']);
      assert.deepEqual(await obey(), ['off']);
    });
  });

  describe('a latch', () => {
    it("is the owner's to clear", async () => {
      await desk.newDevice();
      const query = `&device_id=${desk.device.id}&sensor_name=main`;
      const clear = (token: string | undefined, of = query) =>
        desk.server.request('PUT', `${pumpsPath}?action=clear-latch${of}`, { token });
      const { token } = await registerUser(desk.server);
      assert.equal((await clear(undefined)).status, 401);
      assert.deepEqual(failureOf(await clear(token)), [404, 'not_found']);
      assert.deepEqual(wrongFields(await clear(token, '')), ['device_id', 'sensor_name']);
      const unknown = await desk.call('PUT', `${pumpsPath}?action=clear-latch${query}`);
      assert.deepEqual(failureOf(unknown), [404, 'not_found']);
    });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { useDeviceDesk } from '../../../test/helpers/browser/device-desk.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';
import { checkPumps } from './loops/pump-checks.ts';
import { keepSchedules } from './loops/pump-schedules.ts';

const path = '/api/pump_commands.php';
const unstopped = new AbortController().signal;
const publisher = { commandsChanged: () => {}, alertsChanged: () => {} };
const lives = { commandMs: 24 * hourMs, staleOnMs: 10 * minuteMs };

type Listed = { id: number; command: string; status: string; source: string; sensor_name: string };

describeOnBothEngines('the guard of pumps', (engine) => {
  // Tokens that outlive the days of the schedules.
  const desk = useDeviceDesk(engine, { TOKEN_HOURS: '8760' });
  const advance = (ms: number) => desk.server.clock.advance(ms);
  const list = async () => {
    const { body } = await desk.call('GET', `${path}?action=list&device_id=${desk.device.id}`);
    return body as Listed[];
  };
  /** Lists the commands, oldest first. */
  const listed = async () =>
    (await list()).reverse().map(({ command, source, status }) => `${command} ${source} ${status}`);
  const obey = async () => {
    const commands = await desk.poll();
    for (const { command_id } of commands) await desk.ack({ command_id });
    return commands.map(({ command }) => command);
  };
  const push = (level: number, fields: object = {}) =>
    desk.pushed({ water_level_percent: level, ...fields });
  const configure = async (json: object) => {
    const answer = await desk.call('POST', '/api/sensor_configs.php?action=save', {
      device_id: desk.device.id,
      sensor_name: 'main',
      ...json,
    });
    assert.ok(answer.status < 300, answer.text);
    return answer.body as Record<string, unknown>;
  };
  const deps = () => ({
    db: desk.server.db,
    clock: () => desk.server.clock.now,
    publisher,
    ...lives,
  });
  const look = () => checkPumps(deps(), unstopped);
  const keep = () => keepSchedules(deps(), unstopped);

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
      const clear = () => desk.call('PUT', `${path}?action=clear-latch${query}`);
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
        desk.server.request('PUT', `${path}?action=clear-latch${of}`, { token });
      const { token } = await registerUser(desk.server);
      assert.equal((await clear(undefined)).status, 401);
      assert.deepEqual(failureOf(await clear(token)), [404, 'not_found']);
      assert.deepEqual(wrongFields(await clear(token, '')), ['device_id', 'sensor_name']);
      const unknown = await desk.call('PUT', `${path}?action=clear-latch${query}`);
      assert.deepEqual(failureOf(unknown), [404, 'not_found']);
    });
  });

  describe('a pump that takes its water from another tank', () => {
    it('starts above its low threshold with a margin, and stops at it', async () => {
      const ground = await desk.newDevice();
      const roof = await desk.newDevice();
      const fills_from = { device_id: ground.id, sensor_name: 'main' };
      const config = await configure({ fills_from });
      assert.deepEqual(config.fills_from, fills_from);
      const pushGround = (level: number) => {
        const form = { mac_address: ground.mac_or_serial, water_level_percent: level };
        return desk.server.request('POST', '/iot_push.php', { form });
      };
      assert.equal(desk.device, roof);
      await desk.send({ command: 'auto' });
      await obey();
      await push(10);
      assert.deepEqual(await obey(), []);
      await pushGround(24);
      await push(10);
      assert.deepEqual(await obey(), []);
      await pushGround(60);
      advance(31 * minuteMs);
      await push(10);
      assert.deepEqual(await obey(), []);
      await pushGround(60);
      advance(minuteMs);
      await push(10);
      assert.deepEqual(await obey(), ['on']);
      advance(minuteMs);
      await look();
      assert.deepEqual(await obey(), []);
      for (let times = 0; times < 3; times++) {
        advance(minuteMs);
        await pushGround(19);
      }
      await look();
      assert.deepEqual(await obey(), ['off']);
      assert.equal((await configure({ fills_from: null })).fills_from, null);
    });

    it('is of the same account, and not the tank itself', async () => {
      await desk.newDevice();
      const save = (fills_from: object) =>
        desk.call('POST', '/api/sensor_configs.php?action=save', {
          device_id: desk.device.id,
          sensor_name: 'main',
          fills_from,
        });
      assert.deepEqual(wrongFields(await save({ sensor_name: 'main' })), ['fills_from']);
      const theirs = { device_id: '999999', sensor_name: 'main' };
      assert.deepEqual(failureOf(await save(theirs)), [404, 'not_found']);
      assert.equal((await save({ sensor_name: 'ground' })).status, 201);
    });
  });

  describe('a schedule', () => {
    const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    const clockTime = (at: number) => new Date(at + 3 * hourMs).toISOString().slice(11, 16);
    /** Schedule from an hour from now on, for an hour, by the clock of Nairobi. */
    const inAnHour = () => {
      const { now } = desk.server.clock;
      const from = clockTime(now + hourMs);
      return { days: everyDay, from, until: clockTime(now + 2 * hourMs) };
    };

    it('is kept by the server: on and off in its times, once, with two processes', async () => {
      await desk.newDevice();
      await push(50);
      const schedule = [inAnHour()];
      const id = await desk.send({ command: 'schedule', schedule });
      assert.deepEqual((await list())[0], {
        ...(await list())[0],
        id,
        schedule,
        status: 'pending',
      });
      assert.deepEqual(await desk.poll(), []);
      assert.equal((await push(50)).pending_commands, 0);
      advance(59 * minuteMs);
      await keep();
      assert.deepEqual(await obey(), []);
      await push(50);
      advance(minuteMs);
      await Promise.all([keep(), keep()]);
      assert.deepEqual(await obey(), ['on']);
      await keep();
      advance(30 * minuteMs);
      await keep();
      assert.deepEqual(await obey(), []);
      advance(30 * minuteMs);
      await keep();
      assert.deepEqual(await obey(), ['off']);
      assert.deepEqual((await listed()).slice(1), [
        'on schedule executed',
        'off schedule executed',
      ]);
      await desk.send({ command: 'off' });
      assert.equal((await listed())[0], 'schedule user pending');
      const { status, body } = await desk.call('DELETE', `${path}?action=cancel&id=${id}`);
      assert.deepEqual([status, (body as Listed).status], [200, 'cancelled']);
      await obey();
      advance(23 * hourMs + 5 * minuteMs);
      await keep();
      assert.deepEqual(await obey(), []);
    });

    it('waits while the pump may not start, and does not make up for what it missed', async () => {
      await desk.newDevice();
      await push(95);
      await desk.send({ command: 'schedule', schedule: [inAnHour()] });
      advance(hourMs);
      await push(95);
      await keep();
      assert.deepEqual(await obey(), []);
      for (const level of [60, 60.1, 60.2]) await push(level);
      advance(5 * minuteMs);
      await keep();
      assert.deepEqual(await obey(), ['on']);
      advance(55 * minuteMs);
      await keep();
      assert.deepEqual(await obey(), ['off']);
      advance(23 * hourMs + 11 * minuteMs);
      await push(60);
      await keep();
      assert.deepEqual(await obey(), []);
    });

    it('is refused with times that are none, or with another command', async () => {
      await desk.newDevice();
      const { id: device_id } = desk.device;
      const send = (json: object) =>
        desk.call('POST', `${path}?action=send`, { device_id, sensor_name: 'main', ...json });
      const slot = { days: ['mon'], from: '04:00', until: '06:00' };
      const on = { command: 'on', schedule: [slot] };
      assert.deepEqual(wrongFields(await send(on)), ['schedule']);
      for (const wrong of [
        { days: [] },
        { from: '24:00' },
        { days: ['Mon'] },
        { until: '04:00' },
      ]) {
        const answer = await send({ command: 'schedule', schedule: [{ ...slot, ...wrong }] });
        assert.equal(answer.status, 400, answer.text);
      }
      assert.equal((await send({ command: 'schedule', schedule: [] })).status, 400);
      const { body } = await send({ command: 'schedule', schedule: [slot] });
      const executed = await desk.call(
        'PUT',
        `${path}?action=mark-executed&id=${(body as Listed).id}`,
      );
      assert.deepEqual(failureOf(executed), [409, 'schedule_in_force']);
    });
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { callAuth, registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { type Listed, pumpsPath, usePumpDesk } from '../../../test/helpers/water/pump-desk.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';

describeOnBothEngines('a schedule', (engine) => {
  const { desk, advance, list, listed, obey, push, keep } = usePumpDesk(engine);

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
    assert.deepEqual((await listed()).slice(1), ['on schedule executed', 'off schedule executed']);
    await desk.send({ command: 'off' });
    assert.equal((await listed())[0], 'schedule user pending');
    const { status, body } = await desk.call('DELETE', `${pumpsPath}?action=cancel&id=${id}`);
    assert.deepEqual([status, (body as Listed).status], [200, 'cancelled']);
    await obey();
    advance(23 * hourMs + 5 * minuteMs);
    await keep();
    assert.deepEqual(await obey(), []);
  });

  it('sends no `on` again that a person cancelled, until its next stretch', async () => {
    await desk.newDevice();
    await push(50);
    const id = await desk.send({ command: 'schedule', schedule: [inAnHour()] });
    advance(hourMs);
    await push(50);
    await keep();
    assert.deepEqual((await listed())[1], 'on schedule pending');
    const on = (await list()).find((each) => each.id !== id)?.id;
    const { status } = await desk.call('DELETE', `${pumpsPath}?action=cancel&id=${on}`);
    assert.equal(status, 200);
    for (let minutes = 0; minutes < 60; minutes += 6) {
      advance(6 * minuteMs);
      await push(50);
      await keep();
      assert.deepEqual(await obey(), []);
    }
    advance(23 * hourMs + 2 * minuteMs);
    await push(50);
    await keep();
    assert.deepEqual(await obey(), ['on']);
  });

  it('waits while the pump may not start, and keeps what is left of a stretch that it missed', async () => {
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
    advance(23 * hourMs + 40 * minuteMs);
    await push(60);
    await keep();
    assert.deepEqual(await obey(), ['on']);
    advance(20 * minuteMs);
    await keep();
    assert.deepEqual(await obey(), ['off']);
    advance(24 * hourMs + minuteMs);
    await push(60);
    await keep();
    assert.deepEqual(await obey(), []);
  });

  it('that leaves no gap switches the pump on in each of its slots', async () => {
    await desk.newDevice();
    await push(50);
    const start = desk.server.clock.now;
    const [from, until] = [clockTime(start), clockTime(start + 12 * hourMs)];
    const schedule = [
      { days: everyDay, from, until },
      { days: everyDay, from: until, until: from },
    ];
    await desk.send({ command: 'schedule', schedule });
    for (const slot of [1, 2, 3]) {
      await keep();
      assert.deepEqual(await obey(), ['on'], `slot ${slot}`);
      await desk.send({ command: 'off' });
      assert.deepEqual(await obey(), ['off']);
      for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
        await keep();
        assert.deepEqual(await obey(), []);
        advance(20 * minuteMs);
        await push(50);
      }
    }
  });

  const isInDubai = { timezone: 'Asia/Dubai' };

  it("follows its owner's clock from when that is another", async () => {
    await desk.signInAnew();
    await desk.newDevice();
    await push(50);
    await desk.send({ command: 'schedule', schedule: [inAnHour()] });
    await keep();
    assert.deepEqual(await obey(), []);
    const { status, text } = await desk.call('PUT', '/api/auth.php?action=update', isInDubai);
    assert.equal(status, 200, text);
    await keep();
    assert.deepEqual(await obey(), ['on']);
  });

  it('follows the clock of a new owner', async () => {
    await desk.signInAnew();
    await desk.newDevice();
    const { id: device_id } = desk.device;
    await push(50);
    await desk.send({ command: 'schedule', schedule: [inAnHour()] });
    const { token, email } = await registerUser(desk.server);
    await callAuth(desk.server, 'update', { json: isInDubai, token });
    const offer = { device_id, email, keep_history: true };
    const offered = await desk.call('POST', '/api/devices.php?action=transfer', offer);
    const { id } = offered.body as { id: number };
    await keep();
    assert.deepEqual(await obey(), []);
    const accepted = await desk.server.request('POST', '/api/devices.php?action=accept', {
      json: { id },
      token,
    });
    assert.equal(accepted.status, 200, accepted.text);
    await keep();
    assert.deepEqual(await obey(), ['on']);
  });

  it('is refused with times that are none, or with another command', async () => {
    await desk.newDevice();
    const { id: device_id } = desk.device;
    const send = (json: object) =>
      desk.call('POST', `${pumpsPath}?action=send`, { device_id, sensor_name: 'main', ...json });
    const slot = { days: ['mon'], from: '04:00', until: '06:00' };
    const on = { command: 'on', schedule: [slot] };
    assert.deepEqual(wrongFields(await send(on)), ['schedule']);
    for (const wrong of [{ days: [] }, { from: '24:00' }, { days: ['Mon'] }, { until: '04:00' }]) {
      const answer = await send({ command: 'schedule', schedule: [{ ...slot, ...wrong }] });
      assert.equal(answer.status, 400, answer.text);
    }
    assert.equal((await send({ command: 'schedule', schedule: [] })).status, 400);
    const { body } = await send({ command: 'schedule', schedule: [slot] });
    const executed = await desk.call(
      'PUT',
      `${pumpsPath}?action=mark-executed&id=${(body as Listed).id}`,
    );
    assert.deepEqual(failureOf(executed), [409, 'schedule_in_force']);
  });
});

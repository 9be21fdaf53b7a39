import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { usePumpDesk } from '../../../test/helpers/water/pump-desk.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';

describeOnBothEngines('the usual interval of a board', (engine) => {
  const { desk, advance, obey, push, configure } = usePumpDesk(engine);

  /** Six hours of a tank that is read once an hour, and its pump may run for an hour. */
  const live = async (each5Minutes: () => Promise<void>) => {
    await desk.newDevice();
    await configure({ sensor_name: 'roof', pump_max_minutes: 60 });
    for (let minutes = 0; minutes < 6 * 60; minutes += 5) {
      await each5Minutes();
      if (minutes % 60 === 0) await push(50, { sensor_name: 'roof' });
      advance(5 * minuteMs);
    }
    await desk.send({ sensor_name: 'roof', command: 'auto' });
    await obey();
    await push(10, { sensor_name: 'roof' });
    return await obey();
  };

  it('is that of its busiest sensor, also where a seldom one is steered', async () => {
    const pushSump = async () => void (await push(70, { sensor_name: 'sump' }));
    assert.deepEqual(await live(pushSump), ['on']);
  });

  it('is too long where it calls once an hour', async () => {
    assert.deepEqual(await live(async () => {}), []);
  });

  /** Half a day of a board that measures so many times an hour, and calls once an hour with all of it. */
  const gather = async (pump_max_minutes: number, times = 60) => {
    await desk.newDevice();
    await configure({ pump_max_minutes });
    const report = async () => {
      const { now } = desk.server.clock;
      const readings = Array.from({ length: times }, (_, index) => ({
        recorded_at: new Date(now - ((times - 1 - index) * hourMs) / times).toISOString(),
        water_level_percent: 10,
      }));
      const json = { mac_address: desk.device.mac_or_serial, readings };
      const { status, text } = await desk.server.request('POST', '/iot_push_batch.php', { json });
      assert.ok(status < 300, text);
    };
    for (let calls = 0; calls < 12; calls += 1) {
      await report();
      advance(2000);
      await obey();
      advance(60 * minuteMs - 2000);
    }
    return report;
  };

  it('is that of its calls where it gathers readings: a command waits for two of these', async () => {
    await gather(240);
    await desk.send({ command: 'on' });
    advance(60 * minuteMs);
    assert.deepEqual(await obey(), ['on']);
    const report = await gather(240);
    await desk.send({ command: 'auto' });
    await report();
    advance(60 * minuteMs);
    assert.deepEqual(await obey(), ['auto', 'on']);
  });

  it('is that of its calls, too, where these are too seldom for the server to switch', async () => {
    for (const times of [60, 3, 2]) {
      const report = await gather(60, times);
      await desk.send({ command: 'auto' });
      await report();
      assert.deepEqual(await obey(), ['auto'], `${times} readings with each call`);
    }
  });

  it('is that of its polls where it never pushes, as of a relay board beside another that measures', async () => {
    for (const minutes of [15, 30, 60]) {
      await desk.newDevice();
      for (let polls = 0; polls < 24; polls += 1) {
        await obey();
        advance(minutes * minuteMs);
      }
      await obey();
      await desk.send({ command: 'on' });
      advance(minutes * minuteMs);
      assert.deepEqual(await obey(), ['on'], `a poll each ${minutes} minutes`);
    }
  });

  it('is that of a board that pushes twice a minute, also after two cuts of its power', async () => {
    await desk.newDevice();
    await configure({ pump_max_minutes: 60 });
    const live = async (pushes: number, level = 50) => {
      for (let count = 0; count < pushes; count += 1) {
        await push(level);
        advance(30_000);
      }
    };
    await live(8 * 60);
    advance(50 * minuteMs);
    await live(60);
    advance(45 * minuteMs);
    await live(60);
    await desk.send({ command: 'auto' });
    assert.deepEqual(await obey(), ['auto']);
    await live(10, 10);
    assert.deepEqual(await obey(), ['on']);
  });
});

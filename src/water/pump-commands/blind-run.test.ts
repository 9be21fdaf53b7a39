import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { usePumpDesk } from '../../../test/helpers/water/pump-desk.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';

describeOnBothEngines('a run whose sensor says nothing any more', (engine) => {
  const { desk, advance, push, obey, look, listed, configure } = usePumpDesk(engine);
  const lastSent = async () => (await listed()).at(-1);

  /** Begins a run by the server's steering, of a board that has pushed each so many minutes for some hours. */
  const startSteered = async (everyMs: number) => {
    await desk.newDevice();
    for (let pushes = 0; pushes < (6 * hourMs) / everyMs; pushes += 1) {
      await push(10);
      advance(everyMs);
    }
    await desk.send({ command: 'auto' });
    await push(10);
    assert.deepEqual(await obey(), ['auto', 'on']);
  };

  it('ends once its level is too old to steer by, though the board calls on', async () => {
    await startSteered(5 * minuteMs);
    advance(5 * minuteMs);
    await push(10, { pump_status: 'on' });
    advance(30 * minuteMs - 1);
    await look();
    assert.deepEqual(await obey(), []);
    advance(1);
    await look();
    assert.equal(await lastSent(), 'off auto pending');
    assert.deepEqual(await obey(), ['off']);
  });

  it('goes on for two of the intervals at which a slower board reports', async () => {
    await startSteered(hourMs);
    advance(2 * hourMs - 1);
    await look();
    assert.deepEqual(await obey(), []);
    advance(1);
    await look();
    assert.deepEqual(await obey(), ['off']);
  });

  it('goes on for two of the intervals at which the board of the tank that it fills from reports', async () => {
    const ground = await desk.newDevice();
    await desk.newDevice();
    await configure({ fills_from: { device_id: ground.id, sensor_name: 'main' } });
    const pushGround = async () => {
      const form = { mac_address: ground.mac_or_serial, water_level_percent: 80 };
      const { status, text } = await desk.server.request('POST', '/iot_push.php', { form });
      assert.equal(status, 201, text);
    };
    for (let hours = 0; hours < 6; hours += 1) {
      await pushGround();
      advance(hourMs);
    }
    await pushGround();
    await desk.send({ command: 'auto' });
    await push(10);
    assert.deepEqual(await obey(), ['auto', 'on']);
    for (let minutes = 5; minutes < 120; minutes += 5) {
      advance(5 * minuteMs);
      await push(10 + minutes / 3, { pump_status: 'on' });
      await look();
      assert.deepEqual(await obey(), [], `after ${minutes} minutes`);
    }
    advance(5 * minuteMs);
    await look();
    assert.deepEqual(await obey(), ['off']);
  });

  it('goes on to its longest where its owner began it', async () => {
    await desk.newDevice();
    await push(10);
    await desk.send({ command: 'on' });
    await obey();
    advance(235 * minuteMs - 1);
    await look();
    assert.deepEqual(await obey(), []);
    advance(1);
    await look();
    assert.deepEqual(await obey(), ['off']);
  });
});

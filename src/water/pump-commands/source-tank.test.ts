import assert from 'node:assert/strict';
import { it } from 'node:test';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { usePumpDesk } from '../../../test/helpers/water/pump-desk.ts';
import { minuteMs } from '../../kit/time/units.ts';

describeOnBothEngines('a pump that takes its water from another tank', (engine) => {
  const { desk, advance, obey, push, configure, look } = usePumpDesk(engine);

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

  for (const { before, ground, afterMinutes, expected, how } of [
    { before: [60], ground: 60, afterMinutes: 45, expected: ['on'], how: 'starts by a level' },
    { before: [60, 3], ground: 3, afterMinutes: 1, expected: [], how: 'stays off by a level' },
  ]) {
    it(`${how} that comes with the same batch`, async () => {
      const { id, mac_or_serial } = await desk.newDevice();
      await configure({ fills_from: { device_id: id, sensor_name: 'ground' } });
      const pushLevels = async (levels: { main?: number; ground: number }) => {
        const recorded_at = new Date(desk.server.clock.now).toISOString();
        const readings = Object.entries(levels).map(([sensor_name, water_level_percent]) => ({
          sensor_name,
          water_level_percent,
          recorded_at,
        }));
        const json = { mac_address: mac_or_serial, readings };
        const { status, text } = await desk.server.request('POST', '/iot_push_batch.php', { json });
        assert.ok(status < 300, text);
      };
      await desk.send({ command: 'auto' });
      await obey();
      for (const level of before) {
        await pushLevels({ ground: level });
        advance(minuteMs);
      }
      advance((afterMinutes - 1) * minuteMs);
      await pushLevels({ main: 10, ground });
      assert.deepEqual(await obey(), expected);
    });
  }

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

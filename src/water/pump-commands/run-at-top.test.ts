import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { usePumpDesk } from '../../../test/helpers/water/pump-desk.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';

/** Its sensor says 85 percent at most, below the high threshold. */
const tank = {
  shape: 'box',
  length_cm: 100,
  width_cm: 100,
  height_cm: 100,
  sensor_height_cm: 110,
  dead_zone_cm: 25,
};
const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

describeOnBothEngines('a tank that is as full as its sensor can say', (engine) => {
  const { desk, advance, obey, listed, configure, look, keep } = usePumpDesk(engine);

  const addTank = async () => {
    await desk.newDevice();
    await configure({ tank });
  };
  /** Says a height of the water in centimetres, as the sensor sees it, and lets five minutes go by. */
  const push = async (height: number, pump_status: 'on' | 'off') => {
    const distance_cm = 110 - Math.min(85, height);
    const form = { mac_address: desk.device.mac_or_serial, distance_cm, pump_status };
    const { status, text } = await desk.server.request('POST', '/iot_push.php', { form });
    assert.equal(status, 201, text);
    advance(5 * minuteMs);
  };
  const told = async () => {
    const { body } = await desk.call(
      'GET',
      `/api/alerts.php?action=list&device_id=${desk.device.id}`,
    );
    return (body as { kind: string }[]).map(({ kind }) => kind);
  };

  it('is not filled further by a schedule', async () => {
    await addTank();
    await push(90, 'off');
    await desk.send({
      command: 'schedule',
      schedule: [{ days: everyDay, from: '00:00', until: '23:59' }],
    });
    for (let count = 0; count < 6; count += 1) {
      await keep();
      assert.deepEqual(await obey(), []);
      await push(90, 'off');
    }
    for (let height = 84; height > 70; height -= 1) await push(height, 'off');
    await keep();
    assert.deepEqual(await obey(), ['on']);
  });

  it('is not told to be filled by a dry pump where its owner switches it on, until it falls', async () => {
    await addTank();
    for (let count = 0; count < 4; count += 1) await push(90, 'off');
    await desk.send({ command: 'on' });
    assert.deepEqual(await obey(), ['on']);
    for (let count = 0; count < 24; count += 1) {
      await push(90, 'on');
      assert.deepEqual(await obey(), []);
    }
    assert.deepEqual(
      (await told()).filter((kind) => kind === 'dry_run'),
      [],
    );
    for (let height = 84; height > 70; height -= 1) await push(height, 'on');
    assert.ok((await told()).includes('dry_run'));
    assert.deepEqual(await obey(), ['off']);
  });

  it('is filled no further by a run of its owner than a run before rose in the time', async () => {
    await addTank();
    await push(50, 'off');
    await desk.send({ command: 'on' });
    await obey();
    // 24 percent an hour.
    for (let height = 52; height <= 84; height += 2) await push(height, 'on');
    await desk.send({ command: 'off' });
    await obey();
    for (let count = 0; count < 4; count += 1) await push(85, 'off');
    await desk.send({ command: 'on' });
    await obey();
    for (let count = 0; count < 5; count += 1) {
      await push(90, 'on');
      await look();
    }
    assert.equal((await listed()).at(-1), 'off auto pending');
    advance(hourMs);
    assert.deepEqual(
      (await told()).filter((kind) => kind === 'dry_run'),
      [],
    );
  });

  it('is filled by the server no further than to its level, which the sensor cannot say, by the rate of the run', async () => {
    await addTank();
    await push(50, 'off');
    await desk.send({ command: 'auto', turn_on_below: 60, turn_off_above: 95 });
    assert.deepEqual(await obey(), ['auto']);
    for (let count = 0; count < 3; count += 1) await push(50, 'off');
    assert.deepEqual(await obey(), ['on']);
    // 24 percent an hour: 95 is reached 25 minutes after the sensor's top.
    let height = 50;
    const runs = async () => (await listed()).at(-1) !== 'off auto pending';
    while (height < 110 && (await runs())) {
      height += 2;
      await push(height, 'on');
      await look();
    }
    assert.ok(height >= 90 && height <= 100, `stopped at ${height} percent`);
  });
});

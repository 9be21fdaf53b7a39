import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { useDeviceDesk } from '../../../test/helpers/browser/device-desk.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { hourMs } from '../../kit/time/units.ts';

const path = '/api/sensor_configs.php';
const box = { shape: 'box', length_cm: 100, width_cm: 100, height_cm: 200 };

type Config = { tank: { calibration?: { measured_cm: number; height_cm: number }[] } };

describeOnBothEngines('calibrating a sensor', (engine) => {
  const desk = useDeviceDesk(engine);
  const save = (fields: object) =>
    desk.call('POST', `${path}?action=save`, {
      device_id: desk.device.id,
      sensor_name: 'main',
      ...fields,
    });
  const tell = (fields: object) =>
    desk.call('POST', `${path}?action=calibrate`, {
      device_id: desk.device.id,
      sensor_name: 'main',
      unit: 'cm',
      ...fields,
    });
  const told = async (fields: object) => {
    const { status, body, text } = await tell(fields);
    assert.equal(status, 200, text);
    return (body as Config).tank.calibration;
  };
  const measure = async (sent: object) => {
    const mac_address = desk.device.mac_or_serial;
    const json = { mac_address, ...sent };
    const { status, body, text } = await desk.server.request('POST', '/iot_push.php', { json });
    assert.equal(status, 201, text);
    const { level, level_cm, volume } = body as Record<string, number>;
    return { level, level_cm, volume };
  };

  it('corrects its place by one point and its scale by two; what it sent stays', async () => {
    await desk.newDevice();
    await save({ tank: box });
    assert.deepEqual(await measure({ water_level_cm: 40 }), {
      level: 20,
      level_cm: 40,
      volume: 400,
    });
    assert.deepEqual(await told({ amount: 50 }), [{ measured_cm: 40, height_cm: 50 }]);
    assert.deepEqual(await measure({ water_level_cm: 90 }), {
      level: 50,
      level_cm: 90,
      volume: 1000,
    });
    await measure({ water_level_cm: 160 });
    assert.deepEqual(await told({ amount: 100, unit: 'percent' }), [
      { measured_cm: 40, height_cm: 50 },
      { measured_cm: 160, height_cm: 200 },
    ]);
    assert.deepEqual(await measure({ water_level_cm: 80 }), {
      level: 50,
      level_cm: 80,
      volume: 1000,
    });
    const points = await told({ amount: 1500, unit: 'litres', measured_cm: 120 });
    assert.deepEqual(points?.at(-1), { measured_cm: 120, height_cm: 150 });
  });

  it('corrects distances, up to where the sensor can see', async () => {
    await desk.newDevice();
    await save({ tank: { ...box, sensor_height_cm: 200, dead_zone_cm: 20 } });
    assert.deepEqual(await measure({ distance_cm: 150 }), {
      level: 25,
      level_cm: 50,
      volume: 500,
    });
    await told({ amount: 60 });
    const corrected = await measure({ distance_cm: 100 });
    assert.deepEqual(corrected, { level: 55, level_cm: 100, volume: 1100 });
    await measure({ distance_cm: 15 });
    assert.deepEqual(failureOf(await tell({ amount: 200 })), [409, 'in_dead_zone']);
  });

  it('needs a tank, a height, and one of now', async () => {
    await desk.newDevice();
    assert.deepEqual(failureOf(await tell({ amount: 5 })), [404, 'not_found']);
    await save({});
    assert.deepEqual(failureOf(await tell({ amount: 5 })), [409, 'no_tank']);
    await save({ tank: box });
    assert.deepEqual(failureOf(await tell({ amount: 5 })), [409, 'nothing_measured']);
    await measure({ water_level_percent: 5 });
    assert.deepEqual(failureOf(await tell({ amount: 5 })), [409, 'nothing_measured']);
    await measure({ water_level_cm: 5 });
    desk.server.clock.advance(2 * hourMs - 1);
    await told({ amount: 6 });
    // Two readings of one instant are a millisecond apart.
    desk.server.clock.advance(2);
    assert.deepEqual(failureOf(await tell({ amount: 6 })), [409, 'reading_too_old']);
    await told({ amount: 6, measured_cm: 5 });
  });

  it('needs a reading that its new place has made', async () => {
    await desk.newDevice();
    await desk.signInAnew();
    await desk.newDevice();
    await save({ tank: { ...box, sensor_height_cm: 200 } });
    await measure({ distance_cm: 150 });
    desk.server.clock.advance(1000);
    await save({ tank: { ...box, sensor_height_cm: 230 } });
    assert.deepEqual(failureOf(await tell({ amount: 50 })), [409, 'reading_too_old']);
    await measure({ distance_cm: 150 });
    assert.deepEqual(await told({ amount: 50 }), [{ measured_cm: 80, height_cm: 50 }]);
    assert.deepEqual(await told({ amount: 51 }), [{ measured_cm: 80, height_cm: 51 }]);
  });

  it('refuses more than the tank holds, and what contradicts an earlier point', async () => {
    await desk.newDevice();
    await save({ tank: box });
    await measure({ water_level_cm: 50 });
    const beyond = [
      { amount: 200.1, unit: 'cm' },
      { amount: 2000.1, unit: 'litres' },
      { amount: 100.1, unit: 'percent' },
    ];
    for (const each of beyond) {
      assert.deepEqual(failureOf(await tell(each)), [409, 'more_than_full']);
    }
    assert.deepEqual(wrongFields(await tell({ amount: -1 })), ['amount']);
    assert.deepEqual(wrongFields(await tell({ amount: 5, unit: 'gallons' })), ['unit']);
    for (const each of beyond) await told({ ...each, amount: each.amount - 0.1 });
    await told({ amount: 50 });
    await measure({ water_level_cm: 150 });
    assert.deepEqual(failureOf(await tell({ amount: 20 })), [409, 'calibration_conflict']);
  });

  it('is for the owner of the device', async () => {
    await desk.newDevice();
    await save({ tank: box });
    await measure({ water_level_cm: 50 });
    const json = { device_id: desk.device.id, sensor_name: 'main', amount: 5, unit: 'cm' };
    const calibrate = (token?: string) =>
      desk.server.request('POST', `${path}?action=calibrate`, { json, token });
    assert.equal((await calibrate()).status, 401);
    const { token } = await registerUser(desk.server);
    assert.deepEqual(failureOf(await calibrate(token)), [404, 'not_found']);
  });
});

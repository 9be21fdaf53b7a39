import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { useDeviceDesk } from '../../../test/helpers/browser/device-desk.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';

const lying = { shape: 'lying_cylinder', diameter_cm: 120, length_cm: 200 };

type Form = Record<string, string | number>;
type Stored = Record<'level' | 'level_cm' | 'volume', number> & { status: string };

describeOnBothEngines('pushing heights and distances', (engine) => {
  const desk = useDeviceDesk(engine);
  const configure = (fields: object) =>
    desk.call('POST', '/api/sensor_configs.php?action=save', {
      device_id: desk.device.id,
      sensor_name: 'main',
      ...fields,
    });
  const push = (form: Form) =>
    desk.server.request('POST', '/iot_push.php', {
      form: { mac_address: desk.device.mac_or_serial, ...form },
    });
  const pushed = async (form: Form) => {
    const { status, body, text } = await push(form);
    assert.equal(status, 201, text);
    return body as Stored;
  };
  const latest = async () => {
    const path = `/api/sensors.php?action=latest&device_id=${desk.device.id}`;
    return (await desk.call('GET', path)).body as Stored[];
  };

  it('gets percent, litres and status by the shape of the tank, as form or JSON', async () => {
    await desk.newDevice();
    await configure({ tank: { ...lying, sensor_height_cm: 130 } });
    const half = { level: 50, level_cm: 60, volume: 1131, status: 'normal' };
    const pick = ({ level, level_cm, volume, status }: Stored) => {
      return { level, level_cm, volume, status };
    };
    assert.deepEqual(pick(await pushed({ water_level_cm: 60 })), half);
    assert.deepEqual(pick(await pushed({ distance_cm: 70 })), half);
    const json = { mac_address: desk.device.mac_or_serial, distance_cm: 70, water_level_cm: null };
    const answer = await desk.server.request('POST', '/iot_push.php', { json });
    assert.deepEqual(pick(answer.body as Stored), half);
    // A quarter of the height is less than a fifth of the water.
    const low = await pushed({ distance_cm: 100 });
    assert.deepEqual(pick(low), { level: 19.55, level_cm: 30, volume: 442.221, status: 'warning' });
    assert.deepEqual((await latest()).map(pick), [pick(low)]);
  });

  it('keeps a percent that was sent, with the litres of the height beside it', async () => {
    await desk.newDevice();
    await configure({ tank: lying });
    const both = await pushed({ water_level_percent: 48, water_level_cm: 60 });
    assert.deepEqual([both.level, both.level_cm, both.volume], [48, 60, 1131]);
    const { level, level_cm, volume } = await pushed({ water_level_percent: 50 });
    assert.deepEqual([level, level_cm, volume], [50, null, 1131]);
  });

  it('says what is missing where no level follows, and stores nothing', async () => {
    await desk.newDevice();
    const reasonOf = async (form: Form) => {
      const answer = await push(form);
      const [wrong] = (answer.body as { errors: { field: string; message: string }[] }).errors;
      assert.equal(answer.status, 400);
      return `${wrong?.field} ${wrong?.message}`;
    };
    const noTank = /^water_level_percent is required, since the sensor “main” has no tank/;
    assert.match(await reasonOf({ water_level_cm: 60 }), noTank);
    assert.match(await reasonOf({ distance_cm: 60 }), noTank);
    assert.equal(await reasonOf({}), 'water_level_percent is required');
    const tanks = await desk.call('GET', `/api/tanks?device_id=${desk.device.id}`);
    assert.deepEqual((tanks.body as { sensors: unknown[] }[])[0]?.sensors, []);
    await configure({});
    assert.match(await reasonOf({ water_level_cm: 60 }), noTank);
    await configure({ tank: lying });
    assert.match(await reasonOf({ distance_cm: 60 }), /has no sensor_height_cm configured$/);
    assert.match(
      await reasonOf({ water_level_cm: 132.1 }),
      /^water_level_cm lies more than a tenth/,
    );
    assert.equal((await pushed({ water_level_cm: 132 })).level, 100);
    await configure({ tank: { ...lying, sensor_height_cm: 130 } });
    assert.match(await reasonOf({ distance_cm: 142.1 }), /^distance_cm lies more than a tenth/);
    const empty = await pushed({ distance_cm: 142 });
    assert.deepEqual([empty.level, empty.level_cm, empty.volume], [0, 0, 0]);
    assert.equal((await latest()).length, 1);
    for (const distance_cm of [0.9, 100_000.1, 'far']) {
      assert.deepEqual(wrongFields(await push({ distance_cm })), ['distance_cm']);
    }
  });

  it('does not refuse its neighbours in the same batch', async () => {
    await desk.newDevice();
    const forms = Array.from({ length: 12 }, (_, index) =>
      index % 3 === 0 ? { water_level_cm: 9 } : { water_level_percent: index },
    );
    const answers = await Promise.all(forms.map(push));
    assert.deepEqual(
      answers.map(({ status }) => status),
      forms.map((_, index) => (index % 3 === 0 ? 400 : 201)),
    );
  });

  it('follows a tank that is changed', async () => {
    await desk.newDevice();
    await configure({ tank: lying });
    assert.equal((await pushed({ water_level_cm: 60 })).level, 50);
    await configure({ tank: { shape: 'box', length_cm: 100, width_cm: 100, height_cm: 240 } });
    const { level, volume } = await pushed({ water_level_cm: 60 });
    assert.deepEqual([level, volume], [25, 600]);
    await configure({ tank: null });
    assert.equal((await push({ water_level_cm: 60 })).status, 400);
  });

  it('is for users, too', async () => {
    await desk.newDevice();
    await configure({ tank: { ...lying, sensor_height_cm: 130 } });
    const record = (fields: object) =>
      desk.call('POST', '/api/sensors.php?action=reading', {
        device_id: desk.device.id,
        sensor_name: 'main',
        ...fields,
      });
    for (const fields of [{ level_cm: 60 }, { distance_cm: 70 }]) {
      const { status, body } = await record(fields);
      const { level, level_cm, volume } = body as Stored;
      assert.deepEqual([status, level, level_cm, volume], [201, 50, 60, 1131]);
    }
    assert.deepEqual(wrongFields(await record({})), ['level']);
    assert.deepEqual(wrongFields(await record({ level: null })), ['level']);
    assert.deepEqual(wrongFields(await record({ level_cm: 500 })), ['level_cm']);
    assert.deepEqual(wrongFields(await record({ sensor_name: 'well', level_cm: 5 })), ['level']);
    const { token } = await registerUser(desk.server);
    const path = '/api/sensors.php?action=reading';
    const json = { device_id: desk.device.id, sensor_name: 'main', level_cm: 60 };
    assert.deepEqual(failureOf(await desk.server.request('POST', path, { json, token })), [
      ...[404, 'not_found'],
    ]);
    assert.equal((await desk.server.request('POST', path, { json })).status, 401);
  });

  it('keeps a height a little below 0 as 0, of boards and of users', async () => {
    await desk.newDevice();
    for (const level_cm of [-100, -1, -0.01, 0]) {
      const form = { water_level_percent: 0, water_level_cm: level_cm };
      assert.equal((await pushed(form)).level_cm, 0);
      desk.server.clock.advance(60_000);
      const { status, body } = await desk.call('POST', '/api/sensors.php?action=reading', {
        device_id: desk.device.id,
        sensor_name: 'main',
        level: 0,
        level_cm,
      });
      assert.deepEqual([status, (body as Stored).level_cm], [201, 0]);
      desk.server.clock.advance(60_000);
    }
    assert.equal((await latest())[0]?.level_cm, 0);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useDeviceDesk } from '../../../test/helpers/browser/device-desk.ts';
import { wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';

const path = '/api/sensor_configs.php';
const upright = { shape: 'upright_cylinder', diameter_cm: 180, height_cm: 200 };

type Config = { id: number; capacity: number; tank: object | null };

describeOnBothEngines('the tank of a sensor', (engine) => {
  const desk = useDeviceDesk(engine);
  const save = (fields: object) =>
    desk.call('POST', `${path}?action=save`, {
      device_id: desk.device.id,
      sensor_name: 'main',
      ...fields,
    });
  const saved = async (fields: object): Promise<Config> => {
    const { status, body, text } = await save(fields);
    assert.ok(status === 200 || status === 201, text);
    return body as Config;
  };

  describe('is saved', () => {
    it('with the capacity of its shape, unless another is told', async () => {
      await desk.newDevice();
      const first = await saved({ tank: upright });
      assert.deepEqual([first.capacity, first.tank], [5089, upright]);
      assert.equal((await saved({ tank: upright, capacity: 5000 })).capacity, 5000);
      assert.equal((await saved({ tank: { ...upright, unusable_bottom_cm: 20 } })).capacity, 4580);
      const listed = await desk.call('GET', `${path}?action=list&device_id=${desk.device.id}`);
      assert.deepEqual((listed.body as Config[])[0]?.tank, { ...upright, unusable_bottom_cm: 20 });
    });

    it('until null removes it', async () => {
      await desk.newDevice();
      await saved({ tank: upright });
      assert.deepEqual((await saved({ low_threshold: 25 })).tank, upright);
      const { capacity, tank } = await saved({ tank: null });
      assert.deepEqual([capacity, tank], [5089, null]);
      assert.equal((await saved({ sensor_name: 'other' })).tank, null);
    });

    it('in every shape, with the fields that it has', async () => {
      await desk.newDevice();
      const placement = { sensor_height_cm: 210, dead_zone_cm: 25, unusable_bottom_cm: 5 };
      const sizes = { length_cm: 150, width_cm: 120, height_cm: 100 };
      const tanks: [object, number][] = [
        [{ shape: 'lying_cylinder', diameter_cm: 120, length_cm: 200 }, 2262],
        [{ shape: 'box', ...sizes }, 1800],
        [{ shape: 'upright_oval', ...sizes }, 1414],
        [{ shape: 'lying_oval', ...sizes }, 1414],
        [{ shape: 'cone', diameter_cm: 200, height_cm: 300 }, 3142],
        [{ shape: 'frustum', bottom_diameter_cm: 100, top_diameter_cm: 140, height_cm: 120 }, 1370],
        [{ shape: 'sphere', diameter_cm: 200 }, 4189],
        [{ shape: 'table', table: [{ height_cm: 50, litres: 400 }] }, 400],
      ];
      for (const [tank, capacity] of tanks) {
        assert.equal((await saved({ tank })).capacity, capacity, JSON.stringify(tank));
        const placed = { ...tank, ...placement, calibration: [{ measured_cm: 9, height_cm: 8 }] };
        assert.deepEqual((await saved({ tank: placed })).tank, placed);
      }
      const others = { colour: 'blue', height_cm: 9, dead_zone_cm: null };
      const sphere = { shape: 'sphere', diameter_cm: 200 };
      assert.deepEqual((await saved({ tank: { ...sphere, ...others } })).tank, sphere);
    });
  });

  it('has every wrong field named at once', async () => {
    await desk.newDevice();
    const point = { measured_cm: 10, height_cm: 10 };
    const wrong: [unknown, string[]][] = [
      ['box', ['tank']],
      [{}, ['tank.shape']],
      [{ shape: 'egg' }, ['tank.shape']],
      [{ shape: 'box' }, ['tank.height_cm', 'tank.length_cm', 'tank.width_cm']],
      [
        { shape: 'box', length_cm: 0.9, width_cm: null, height_cm: '5', dead_zone_cm: -1 },
        ['tank.dead_zone_cm', 'tank.height_cm', 'tank.length_cm', 'tank.width_cm'],
      ],
      [{ ...upright, height_cm: 10_000.1 }, ['tank.height_cm']],
      [{ ...upright, sensor_height_cm: 0 }, ['tank.sensor_height_cm']],
      [
        { ...upright, unusable_bottom_cm: 200, dead_zone_cm: 5 },
        ['tank.dead_zone_cm', 'tank.unusable_bottom_cm'],
      ],
      [{ shape: 'sphere', diameter_cm: 50 }, ['tank']],
      [{ shape: 'sphere', diameter_cm: 600 }, ['tank']],
      [{ shape: 'table' }, ['tank.table']],
      [{ shape: 'table', table: [] }, ['tank.table']],
      [{ shape: 'table', table: [{ height_cm: 5 }] }, ['tank.table.0.litres']],
      [{ ...upright, calibration: [point, point] }, ['tank.calibration']],
      [{ ...upright, calibration: [point, point, point] }, ['tank.calibration']],
    ];
    for (const [tank, fields] of wrong) {
      assert.deepEqual(wrongFields(await save({ tank })), fields, JSON.stringify(tank));
    }
    const tank = { shape: 'box', length_cm: 100 };
    assert.deepEqual(wrongFields(await save({ tank, low_threshold: 50 })), [
      ...['low_threshold', 'tank.height_cm', 'tank.width_cm'],
    ]);
  });
});

import type { Sample, Scenarios } from '../scenario.ts';
import type { World } from '../world.ts';

const tank = { shape: 'sphere', diameter_cm: 200 };

async function ofNewSensor({ owner, newDevice }: World): Promise<Sample> {
  const { id } = await newDevice();
  return {
    token: owner.token,
    input: { device_id: id, sensor_name: 'main' },
    optional: {
      tank,
      supply: 'Mon, Thu 04:00 to 11:00; daily 20:00 to 06:00',
      muted: ['noise'],
      fills_from: { sensor_name: 'ground' },
    },
  };
}

export const sensorConfigsScenarios: Scenarios = {
  'GET /api/sensor_configs.php?action=list': {
    prepare: async ({ owner, newDevice, newConfig }) => {
      const device = await newDevice();
      await newConfig(device);
      return { token: owner.token, input: { device_id: device.id } };
    },
  },
  'POST /api/sensor_configs.php?action=save': {
    prepare: ofNewSensor,
    statuses: {
      200: [
        async (world) => {
          const sample = await ofNewSensor(world);
          await world.make('POST /api/sensor_configs.php?action=save', sample.input);
          return sample;
        },
      ],
    },
  },
  'POST /api/sensor_configs.php?action=calibrate': {
    prepare: async ({ owner, make, newDevice }) => {
      const { id } = await newDevice();
      const sensor = { device_id: id, sensor_name: 'main' };
      await make('POST /api/sensor_configs.php?action=save', { ...sensor, tank });
      await make('POST /api/sensors.php?action=reading', { ...sensor, level_cm: 90 });
      return { token: owner.token, input: { ...sensor, amount: 95, unit: 'cm' } };
    },
  },
  'DELETE /api/sensor_configs.php?action=remove': {
    prepare: async ({ owner, newDevice, newConfig }) => {
      const { id } = await newConfig(await newDevice());
      return { token: owner.token, input: { id } };
    },
  },
};

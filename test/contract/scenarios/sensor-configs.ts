import type { Sample, Scenarios } from '../scenario.ts';
import type { World } from '../world.ts';

async function ofNewSensor({ owner, newDevice }: World): Promise<Sample> {
  const { id } = await newDevice();
  return {
    token: owner.token,
    input: { device_id: id, sensor_name: 'main' },
    optional: { supply: 'Mon, Thu 04:00 to 11:00; daily 20:00 to 06:00' },
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
  'DELETE /api/sensor_configs.php?action=remove': {
    prepare: async ({ owner, newDevice, newConfig }) => {
      const { id } = await newConfig(await newDevice());
      return { token: owner.token, input: { id } };
    },
  },
};

import { randomMac } from '../../helpers/water/devices.ts';
import type { Sample, Scenarios } from '../scenario.ts';
import type { World } from '../world.ts';

/** A device with a pending command: what it sends of itself, and the key that it may add. */
async function ofDevice({ newDevice, newCommand, make }: World) {
  const device = await newDevice();
  const command = await newCommand(device);
  const { api_key } = await make<{ api_key: string }>('POST /api/devices.php?action=api-key', {
    device_id: device.id,
  });
  return { mac_address: device.mac_or_serial, command_id: command.id, api_key };
}

async function push(world: World): Promise<Sample> {
  const { mac_address, api_key } = await ofDevice(world);
  const recorded_at = new Date(world.server.clock.now).toISOString();
  return { input: { mac_address, water_level_percent: 40 }, optional: { api_key, recorded_at } };
}

async function poll(world: World): Promise<Sample> {
  const { mac_address, api_key } = await ofDevice(world);
  return { input: { mac_address }, optional: { api_key } };
}

async function acknowledge(world: World): Promise<Sample> {
  const { mac_address, command_id, api_key } = await ofDevice(world);
  return { input: { mac_address, command_id }, optional: { api_key } };
}

export const directScenarios: Scenarios = {
  'POST /iot_push.php': {
    prepare: push,
    statuses: {
      401: [
        async (world) => {
          const { input } = await push(world);
          return { input: { ...input, api_key: 'wrong' } };
        },
      ],
      404: [async () => ({ input: { mac_address: randomMac(), water_level_percent: 40 } })],
    },
  },
  'GET /iot_commands.php': {
    prepare: poll,
    statuses: { 404: [async () => ({ input: { mac_address: randomMac() } })] },
  },
  'POST /iot_ack.php': {
    prepare: acknowledge,
    statuses: {
      404: [
        async (world) => {
          const { input } = await acknowledge(world);
          return { input: { ...input, command_id: 999_999_999 } };
        },
        async (world) => {
          const sample = await acknowledge(world);
          const form = sample.input as Record<string, string>;
          await world.server.request('POST', '/iot_ack.php', { form });
          return sample;
        },
      ],
    },
  },
};

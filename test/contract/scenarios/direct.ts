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

async function pushBatch(world: World): Promise<Sample> {
  const { mac_address, api_key } = await ofDevice(world);
  // A reading that names its device, so that the batch need not.
  return {
    input: { readings: [{ mac_address, water_level_percent: 40 }] },
    optional: { mac_address, api_key },
  };
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
  'POST /iot_push_batch.php': {
    prepare: pushBatch,
    statuses: {
      401: [
        async (world) => {
          const { input, optional } = await pushBatch(world);
          return { input: { ...input, ...optional, api_key: 'wrong' } };
        },
      ],
      404: [
        async () => ({
          input: { mac_address: randomMac(), readings: [{ water_level_percent: 40 }] },
        }),
      ],
      429: [
        async (world) => {
          const { mac_address } = await ofDevice(world);
          const readings = Array.from({ length: 1000 }, () => ({ water_level_percent: 40 }));
          const json = { mac_address, readings };
          for (let sent = 0; sent < 10; sent += 1) {
            await world.server.request('POST', '/iot_push_batch.php', { json });
          }
          return { input: json };
        },
      ],
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

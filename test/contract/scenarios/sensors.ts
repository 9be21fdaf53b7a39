import assert from 'node:assert/strict';
import type { Sample, Scenarios } from '../scenario.ts';
import type { World } from '../world.ts';

async function withReading({ owner, newDevice, push }: World): Promise<Sample> {
  const device = await newDevice();
  await push(device);
  return {
    token: owner.token,
    input: { device_id: device.id },
    optional: { after: '2026-11-21T00:00:00Z' },
  };
}

/** Asks an action about a device that was heard 23 and 25 hours ago. */
async function askOfTwoDays(action: string, { server, owner, newDevice, push }: World) {
  const device = await newDevice();
  await push(device, 23);
  await push(device, 25);
  const path = `/api/sensors.php?action=${action}&device_id=${device.id}`;
  const { body } = await server.request('GET', path, { token: owner.token });
  return body as { count: number }[];
}

export const sensorsScenarios: Scenarios = {
  'GET /api/sensors.php?action=latest': { prepare: withReading },
  'GET /api/sensors.php?action=history': {
    prepare: withReading,
    fallbacks: {
      hours: async (world) => assert.equal((await askOfTwoDays('history', world)).length, 1),
    },
  },
  'POST /api/sensors.php?action=reading': {
    prepare: async ({ server, owner, newDevice }) => {
      const { id } = await newDevice();
      return {
        token: owner.token,
        input: { device_id: id, sensor_name: 'main', level: 50 },
        optional: { recorded_at: new Date(server.clock.now).toISOString(), readings: null },
      };
    },
    statuses: {
      200: [
        async ({ owner, newDevice }) => {
          const { id } = await newDevice();
          const readings = [{ sensor_name: 'main', level: 50 }];
          return { token: owner.token, input: { device_id: id, readings } };
        },
      ],
    },
    fallbacks: {
      status: async ({ newDevice, make }) => {
        const { id } = await newDevice();
        // So low that a push would be critical.
        const reading = { device_id: id, sensor_name: 'main', level: 1 };
        const { status } = await make<{ status: string }>(
          'POST /api/sensors.php?action=reading',
          reading,
        );
        assert.equal(status, 'normal');
      },
    },
  },
  'DELETE /api/sensors.php?action=remove': {
    prepare: async (world) => {
      const { input } = await withReading(world);
      return { token: world.owner.token, input: { ...input, sensor_name: 'main' } };
    },
  },
  'GET /api/sensors.php?action=summary': {
    prepare: withReading,
    fallbacks: {
      hours: async (world) => assert.equal((await askOfTwoDays('summary', world))[0]?.count, 1),
    },
  },
};

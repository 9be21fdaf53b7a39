import assert from 'node:assert/strict';
import type { Sample, Scenarios } from '../scenario.ts';
import type { World } from '../world.ts';

async function ofDevice({ owner, newDevice, newCommand }: World): Promise<Sample> {
  const device = await newDevice();
  await newCommand(device);
  return { token: owner.token, input: { device_id: device.id } };
}

async function ofCommand({ owner, newDevice, newCommand }: World): Promise<Sample> {
  const { id } = await newCommand(await newDevice());
  return { token: owner.token, input: { id } };
}

const schedule = [{ days: ['mon', 'thu'], from: '04:00', until: '06:00' }];

export const pumpCommandsScenarios: Scenarios = {
  'GET /api/pump_commands.php?action=list': {
    prepare: ofDevice,
    fallbacks: {
      limit: async ({ server, owner, newDevice, newCommand }) => {
        const device = await newDevice();
        await Promise.all(Array.from({ length: 51 }, () => newCommand(device)));
        const path = `/api/pump_commands.php?action=list&device_id=${device.id}`;
        const { body } = await server.request('GET', path, { token: owner.token });
        assert.equal((body as unknown[]).length, 50);
      },
    },
  },
  'GET /api/pump_commands.php?action=pending': { prepare: ofDevice },
  'POST /api/pump_commands.php?action=send': {
    prepare: async ({ owner, newDevice }) => {
      const { id } = await newDevice();
      return {
        token: owner.token,
        input: { device_id: id, sensor_name: 'main', command: 'schedule' },
        optional: { turn_on_below: 30, turn_off_above: 80, schedule },
      };
    },
  },
  'PUT /api/pump_commands.php?action=mark-executed': { prepare: ofCommand },
  'DELETE /api/pump_commands.php?action=cancel': { prepare: ofCommand },
  'PUT /api/pump_commands.php?action=clear-latch': {
    // An `on` makes the sensor known.
    prepare: async ({ owner, newDevice, newCommand }) => {
      const device = await newDevice();
      await newCommand(device);
      return { token: owner.token, input: { device_id: device.id, sensor_name: 'main' } };
    },
  },
};

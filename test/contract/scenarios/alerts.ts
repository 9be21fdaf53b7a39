import assert from 'node:assert/strict';
import type { Sample, Scenarios } from '../scenario.ts';
import type { World } from '../world.ts';

async function ofDevice({ owner, newDevice, newAlert }: World): Promise<Sample> {
  const device = await newDevice();
  await newAlert(device);
  return { token: owner.token, input: { device_id: device.id } };
}

export async function ofAlert({ owner, newDevice, newAlert }: World): Promise<Sample> {
  const { id } = await newAlert(await newDevice());
  return { token: owner.token, input: { id } };
}

export const alertsScenarios: Scenarios = {
  'GET /api/alerts.php?action=list': {
    // An alert that is made without a severity has `info`, which the filter must find.
    prepare: async (world) => ({ ...(await ofDevice(world)), optional: { severity: 'info' } }),
    fallbacks: {
      limit: async ({ server, owner, newDevice, newAlert }) => {
        const device = await newDevice();
        await Promise.all(Array.from({ length: 51 }, () => newAlert(device)));
        const path = `/api/alerts.php?action=list&device_id=${device.id}`;
        const { body } = await server.request('GET', path, { token: owner.token });
        assert.equal((body as unknown[]).length, 50);
      },
    },
  },
  'GET /api/alerts.php?action=unread-count': { prepare: ofDevice },
  'POST /api/alerts.php?action=create': {
    prepare: async ({ owner, newDevice }) => {
      const { id } = await newDevice();
      return {
        token: owner.token,
        input: { device_id: id, type: 'maintenance', message: 'Clean the tank.' },
      };
    },
    fallbacks: {
      severity: async ({ newDevice, newAlert }) => {
        const { severity } = await newAlert(await newDevice());
        assert.equal(severity, 'info');
      },
    },
  },
  'PUT /api/alerts.php?action=mark-read': { prepare: ofAlert },
  'PUT /api/alerts.php?action=mark-all-read': { prepare: ofDevice },
  'DELETE /api/alerts.php?action=delete': { prepare: ofAlert },
};

import assert from 'node:assert/strict';
import { dayMs } from '../../../src/kit/time/units.ts';
import { nextPage } from '../../helpers/http/answers.ts';
import { randomMac, registerDevice } from '../../helpers/water/devices.ts';
import { deviceIdsOf, makeOutage } from '../../helpers/water/outages.ts';
import type { Sample, Scenarios } from '../scenario.ts';
import type { World } from '../world.ts';
import { ofAlert } from './alerts.ts';
import { fillPage } from './devices.ts';

const newToken = { name: 'Home Assistant', scope: 'read' };

async function beginToken({ newUser, server }: World): Promise<Sample> {
  const { token, password } = await newUser();
  const { id } = await registerDevice(server, token);
  const optional = { device_ids: [id], current_password: password };
  return { token, input: newToken, optional };
}

export const additionsScenarios: Scenarios = {
  'GET /api/tanks': {
    prepare: async ({ newUser, server }) => {
      const { token } = await newUser();
      const { id } = await registerDevice(server, token);
      return { token, input: {}, optional: { device_id: id, after: 0 } };
    },
    statuses: {
      404: [
        async ({ owner }) => ({ token: owner.token, input: { device_id: '999999999' } }),
        async ({ stranger, newDevice }) => {
          const { id } = await newDevice();
          return { token: stranger.token, input: { device_id: id } };
        },
      ],
    },
    fallbacks: {
      limit: async (world) => {
        const token = await fillPage(world, 500);
        const answer = await world.server.request('GET', '/api/tanks', { token });
        assert.equal((answer.body as unknown[]).length, 500);
        assert.ok(nextPage(answer));
      },
    },
  },
  'GET /api/devices.php?action=knock': {
    prepare: async ({ newUser }) => ({
      token: (await newUser()).token,
      input: { mac: randomMac() },
    }),
    statuses: {
      429: [
        async ({ newUser, server }) => {
          const { token } = await newUser();
          const path = '/api/devices.php?action=knock&mac=';
          const ask = () => server.request('GET', path + randomMac(), { token });
          await Promise.all(Array.from({ length: 65 }, ask));
          return { token, input: { mac: randomMac() } };
        },
      ],
    },
  },
  'GET /api/alerts.php?action=told': { prepare: ofAlert },
  'GET /api/alerts.php?action=devices': {
    prepare: async (world) => ({ ...(await ofAlert(world)), optional: { after: 0 } }),
    fallbacks: {
      limit: async (world) => {
        const { server } = world;
        const token = await fillPage(world, 50);
        const { body } = await server.request('GET', '/api/auth.php?action=session', { token });
        const deviceIds = await deviceIdsOf(server, (body as { user: { id: string } }).user.id);
        const id = await makeOutage(server, { deviceIds, since: server.clock.now });
        const answer = await server.request('GET', `/api/alerts.php?action=devices&id=${id}`, {
          token,
        });
        assert.equal((answer.body as unknown[]).length, 50);
        assert.ok(nextPage(answer));
      },
    },
  },
  'PUT /api/alerts.php?action=acknowledge': { prepare: ofAlert },
  'PUT /api/alerts.php?action=snooze': {
    prepare: async (world) => {
      const { input, ...alert } = await ofAlert(world);
      const until = new Date(world.server.clock.now + dayMs).toISOString();
      return { ...alert, input: { ...input, until } };
    },
  },
  'GET /api/alerts': {
    prepare: async ({ owner, newDevice, newAlert }) => {
      const device = await newDevice();
      await newAlert(device);
      const optional = { device_id: device.id, severity: 'info' };
      return { token: owner.token, input: {}, optional };
    },
    statuses: {
      404: [
        async ({ owner }) => ({ token: owner.token, input: { device_id: '999999999' } }),
        async ({ stranger, newDevice }) => {
          const { id } = await newDevice();
          return { token: stranger.token, input: { device_id: id } };
        },
      ],
    },
    fallbacks: {
      limit: async ({ server, owner, newDevice, newAlert }) => {
        const device = await newDevice();
        await Promise.all(Array.from({ length: 51 }, () => newAlert(device)));
        const { body } = await server.request('GET', '/api/alerts', { token: owner.token });
        assert.equal((body as unknown[]).length, 50);
      },
      unread: async ({ server, owner, newDevice, newAlert }) => {
        const [read, unread] = [
          await newAlert(await newDevice()),
          await newAlert(await newDevice()),
        ];
        const { token } = owner;
        await server.request('PUT', `/api/alerts.php?action=mark-read&id=${read.id}`, { token });
        const { body } = await server.request('GET', '/api/alerts?limit=2', { token });
        const ids = (body as { id: number }[]).map(({ id }) => id);
        assert.deepEqual(ids, [unread.id, read.id]);
      },
    },
  },
  'GET /api/me': { prepare: async ({ owner }) => ({ token: owner.token, input: {} }) },
  'PUT /api/me': {
    prepare: async ({ owner }) => ({ token: owner.token, input: { language: 'sw' } }),
  },
  'DELETE /api/me/sessions': {
    prepare: async ({ owner }) => ({ token: owner.token, input: {} }),
  },
  'POST /api/me/tokens': {
    prepare: beginToken,
    statuses: {
      404: [
        async (world) => ({
          token: world.stranger.token,
          input: { ...newToken, device_ids: [(await world.newDevice()).id] },
        }),
      ],
      409: [
        async (world) => {
          const sample = await beginToken(world);
          const { token = '' } = sample;
          const make = () =>
            world.server.request('POST', '/api/me/tokens', { token, json: newToken });
          await Promise.all(Array.from({ length: 50 }, make));
          return sample;
        },
      ],
    },
  },
  'GET /api/me/tokens': {
    prepare: async (world) => {
      const { token = '' } = await beginToken(world);
      await world.server.request('POST', '/api/me/tokens', { token, json: newToken });
      return { token, input: {} };
    },
  },
};

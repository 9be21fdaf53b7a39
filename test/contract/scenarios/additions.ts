import assert from 'node:assert/strict';
import { nextPage } from '../../helpers/answers.ts';
import { registerDevice } from '../../helpers/devices.ts';
import type { Scenarios } from '../scenario.ts';
import { fillPage } from './devices.ts';

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
  'GET /api/me': { prepare: async ({ owner }) => ({ token: owner.token, input: {} }) },
  'PUT /api/me': {
    prepare: async ({ owner }) => ({ token: owner.token, input: { language: 'sw' } }),
  },
  'DELETE /api/me/sessions': {
    prepare: async ({ owner }) => ({ token: owner.token, input: {} }),
  },
};

import assert from 'node:assert/strict';
import { nextPage } from '../../helpers/http/answers.ts';
import { randomMac, registerDevice } from '../../helpers/water/devices.ts';
import type { Sample, Scenarios } from '../scenario.ts';
import type { World } from '../world.ts';

const unknownId = '999999999';

async function withDevice({ owner, newDevice }: World): Promise<Sample> {
  await newDevice();
  return { token: owner.token, input: {} };
}

async function byId({ owner, newDevice }: World): Promise<Sample> {
  const { id } = await newDevice();
  return { token: owner.token, input: { id } };
}

async function byUnknownId({ owner }: World): Promise<Sample> {
  return { token: owner.token, input: { id: unknownId } };
}

/** More devices than fit one page, straight into the tables. */
export async function fillPage({ server, newUser }: World, count: number): Promise<string> {
  const { token, user } = await newUser();
  const { id: first } = await registerDevice(server, token);
  const ids = Array.from({ length: count }, (_, index) => Number(first) + 1_000_000 + index);
  await server.db.transaction(async (trx) => {
    const rows = await trx
      .insertInto('devices')
      .values(
        ids.map((number) => ({
          owner_id: Number(user.id),
          mac_or_serial: `tank-${number}`,
          identity: `TANK-${number}`,
          name: null,
          key_salt: 'salt',
          key_required: 0 as const,
          created_at: server.clock.now,
        })),
      )
      .returning('id')
      .execute();
    await trx
      .insertInto('device_roles')
      .values(rows.map(({ id }) => ({ user_id: Number(user.id), device_id: id, role: 4 })))
      .execute();
    await trx
      .insertInto('device_status')
      .values(rows.map(({ id }) => ({ device_id: id })))
      .execute();
  });
  return token;
}

export const devicesScenarios: Scenarios = {
  'GET /api/devices.php?action=list': {
    prepare: withDevice,
    fallbacks: {
      limit: async (world) => {
        const token = await fillPage(world, 500);
        const answer = await world.server.request('GET', '/api/devices.php?action=list', { token });
        assert.equal((answer.body as unknown[]).length, 500);
        assert.ok(nextPage(answer));
      },
    },
  },
  'POST /api/devices.php?action=register': {
    prepare: async ({ owner }) => ({ token: owner.token, input: { mac_or_serial: randomMac() } }),
    statuses: {
      200: [
        async ({ owner, newDevice }) => {
          const { mac_or_serial } = await newDevice();
          return { token: owner.token, input: { mac_or_serial } };
        },
      ],
      409: [
        async ({ stranger, newDevice }) => {
          const { mac_or_serial } = await newDevice();
          return { token: stranger.token, input: { mac_or_serial } };
        },
      ],
    },
  },
  'GET /api/devices.php?action=check': { prepare: withDevice },
  'GET /api/devices.php?action=primary': {
    prepare: withDevice,
    statuses: {
      404: [async ({ newUser }) => ({ token: (await newUser()).token, input: {} })],
    },
  },
  'GET /api/devices.php?action=exists': {
    prepare: async ({ owner }) => ({ token: owner.token, input: { mac: randomMac() } }),
  },
  'PUT /api/devices.php?action=update-name': {
    prepare: async ({ owner, newDevice }) => {
      const { mac_or_serial } = await newDevice();
      return { token: owner.token, input: { mac_or_serial } };
    },
    statuses: {
      404: [async ({ owner }) => ({ token: owner.token, input: { mac_or_serial: randomMac() } })],
    },
  },
  'PUT /api/devices.php?action=update-location': {
    prepare: async ({ owner, newDevice }) => {
      const { id: device_id } = await newDevice();
      return { token: owner.token, input: { device_id, latitude: -1.2921, longitude: 36.8219 } };
    },
  },
  'PUT /api/devices.php?action=update-silence': {
    prepare: async ({ owner, newDevice }) => {
      const { id: device_id } = await newDevice();
      return { token: owner.token, input: { device_id, silent_after_minutes: 180 } };
    },
  },
  'DELETE /api/devices.php?action=remove': {
    prepare: byId,
    statuses: {
      404: [
        byUnknownId,
        async (world) => {
          const sample = await byId(world);
          const { id } = sample.input;
          await world.make(`DELETE /api/devices.php?action=remove&id=${id}`, {});
          return sample;
        },
      ],
    },
  },
  'GET /api/devices.php?action=doors': {
    prepare: async ({ owner, newDevice }) => {
      const { id } = await newDevice();
      return { token: owner.token, input: { device_id: id } };
    },
    statuses: {
      404: [async ({ owner }) => ({ token: owner.token, input: { device_id: unknownId } })],
    },
  },
  'GET /api/devices.php?action=location': { prepare: byId, statuses: { 404: [byUnknownId] } },
  'POST /api/devices.php?action=api-key': {
    prepare: async ({ owner, newDevice }) => {
      const { id } = await newDevice();
      return { token: owner.token, input: { device_id: id } };
    },
  },
};

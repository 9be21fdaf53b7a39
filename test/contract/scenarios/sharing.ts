import assert from 'node:assert/strict';
import { newEmail } from '../../helpers/accounts/accounts.ts';
import { nextPage } from '../../helpers/http/answers.ts';
import type { TestServer } from '../../helpers/server/test-server.ts';
import { randomMac } from '../../helpers/water/devices.ts';
import type { Sample, Scenarios } from '../scenario.ts';
import type { World } from '../world.ts';
import { newGroupName } from './groups.ts';

const path = '/api/devices.php';

async function withDevice({ owner, newDevice }: World, input: object = {}): Promise<Sample> {
  const { id } = await newDevice();
  return { token: owner.token, input: { device_id: id, ...input } };
}

/** Of each world, since a person can have a hundred. */
const groups = new WeakMap<TestServer, Promise<{ id: number }>>();

async function withGroupToo(world: World, input: object = {}): Promise<Sample> {
  const create = () =>
    world.make<{ id: number }>('POST /api/groups.php?action=create', { name: newGroupName() });
  const group = groups.get(world.server) ?? create();
  groups.set(world.server, group);
  const { id } = await group;
  return { ...(await withDevice(world, input)), optional: { group_id: id } };
}

type Invited = { id: number; device_id: string; link_code: string };

async function invite(world: World, email: string): Promise<Invited> {
  const { id } = await world.newDevice();
  return await world.make(`POST ${path}?action=share`, {
    device_id: id,
    to: email,
    role: 'viewer',
  });
}

async function invited(world: World): Promise<Sample> {
  const { token, email } = await world.newUser();
  return { token, input: { id: (await invite(world, email)).id } };
}

export const sharingScenarios: Scenarios = {
  [`POST ${path}?action=share`]: {
    prepare: (world) => withGroupToo(world, { to: newEmail(), role: 'viewer' }),
    statuses: {
      200: [
        async (world) => {
          const to = newEmail();
          const { device_id } = await invite(world, to.toUpperCase());
          return { token: world.owner.token, input: { device_id, to, role: 'manager' } };
        },
      ],
    },
  },
  [`GET ${path}?action=shares`]: {
    prepare: async (world) => {
      const { device_id } = await invite(world, newEmail());
      const { optional, ...sample } = await withGroupToo(world);
      await world.make(`POST ${path}?action=share`, {
        ...optional,
        to: newEmail(),
        role: 'viewer',
      });
      return { ...sample, input: { device_id }, ...(optional && { optional }) };
    },
  },
  [`DELETE ${path}?action=unshare`]: {
    prepare: async (world) => {
      const { id } = await invite(world, newEmail());
      return { token: world.owner.token, input: { id } };
    },
  },
  [`PUT ${path}?action=pay-sms`]: {
    prepare: async (world) => {
      const { id } = await invite(world, newEmail());
      return {
        token: world.owner.token,
        input: { id },
        optional: { a_day: 5, current_password: world.owner.password },
      };
    },
  },
  [`GET ${path}?action=invitations`]: {
    prepare: async (world) => ({ ...(await invited(world)), input: {} }),
    fallbacks: {
      limit: async (world) => {
        const { token, input } = await invited(world);
        const { write } = world.server.db;
        const shares = write.selectFrom('shares').selectAll().where('id', '=', Number(input.id));
        const { id: _, ...first } = await shares.executeTakeFirstOrThrow();
        const more = Array.from({ length: 500 }, () => first);
        await write.insertInto('shares').values(more).execute();
        const answer = await world.server.request('GET', `${path}?action=invitations`, { token });
        assert.equal((answer.body as unknown[]).length, 500);
        assert.ok(nextPage(answer));
      },
    },
  },
  [`GET ${path}?action=invitation`]: {
    prepare: async (world) => ({ input: { code: (await invite(world, newEmail())).link_code } }),
    statuses: { 404: [async () => ({ input: { code: '1AAAAAAAAAAAA' } })] },
  },
  [`POST ${path}?action=accept`]: {
    prepare: invited,
    statuses: { 404: [async ({ owner }) => ({ token: owner.token, input: { id: 999_999_999 } })] },
  },
  [`POST ${path}?action=decline`]: {
    prepare: invited,
    statuses: { 404: [async ({ owner }) => ({ token: owner.token, input: { id: 999_999_999 } })] },
  },
  [`POST ${path}?action=transfer`]: {
    prepare: async (world) => ({
      ...(await withDevice(world, { email: newEmail() })),
      optional: { to: newEmail() },
    }),
  },
  [`POST ${path}?action=replace`]: {
    prepare: (world) => withDevice(world, { mac_or_serial: randomMac() }),
    statuses: {
      409: [
        async (world) => {
          const { mac_or_serial } = await world.newDevice();
          return await withDevice(world, { mac_or_serial });
        },
      ],
    },
  },
  [`GET ${path}?action=log`]: {
    prepare: (world) => withDevice(world),
    fallbacks: {
      limit: async (world) => {
        const { token, input } = await withDevice(world);
        const { device_id } = input as { device_id: string };
        const json = { device_id, rotate: true };
        const change = () =>
          world.server.request('POST', `${path}?action=api-key`, { token, json });
        await Promise.all(Array.from({ length: 51 }, change));
        const query = `?action=log&device_id=${device_id}`;
        const { body } = await world.server.request('GET', `${path}${query}`, { token });
        assert.equal((body as unknown[]).length, 50);
      },
    },
  },
};

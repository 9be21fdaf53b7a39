import { registerDevice } from '../../helpers/water/devices.ts';
import type { Sample, Scenarios } from '../scenario.ts';
import type { World } from '../world.ts';

const path = '/api/groups.php';

let made = 0;
/** No two groups of a person have one name. */
export const newGroupName = () => `Estate ${++made}`;

async function withGroup(world: World, input: object = {}): Promise<Sample> {
  const { token, group } = await world.newGroup();
  return { token, input: { id: group.id, ...input } };
}

async function withDevice(world: World): Promise<Sample> {
  const { token, group } = await world.newGroup();
  return { token, input: { id: group.id, device_ids: group.device_ids } };
}

async function withTakenName(world: World): Promise<Sample> {
  const { token, group } = await world.newGroup();
  const json = { name: newGroupName() };
  const other = await world.server.request('POST', `${path}?action=create`, { token, json });
  const { name } = other.body as { name: string };
  return { token, input: { id: group.id, name } };
}

/** One that has a thousand devices. */
async function withFullGroup(world: World): Promise<Sample> {
  const { token, group } = await world.newGroup();
  await world.server.db.write
    .insertInto('group_devices')
    .values(
      Array.from({ length: 1000 }, (_, index) => ({
        group_id: group.id,
        device_id: 900_000_000 + index,
      })),
    )
    .execute();
  const { id } = await registerDevice(world.server, token);
  return { token, input: { id: group.id, device_ids: [id] } };
}

export const groupsScenarios: Scenarios = {
  [`GET ${path}?action=list`]: {
    prepare: async (world) => ({ ...(await withGroup(world)), input: {} }),
  },
  [`GET ${path}?action=get`]: { prepare: (world) => withGroup(world) },
  [`POST ${path}?action=create`]: {
    prepare: async (world) => ({
      token: (await world.newUser()).token,
      input: { name: newGroupName() },
      optional: { device_ids: [] },
    }),
    statuses: {
      404: [
        async (world) => ({
          token: world.stranger.token,
          input: { name: newGroupName(), device_ids: [(await world.newDevice()).id] },
        }),
      ],
      409: [
        async (world) => {
          const { token, input } = await withTakenName(world);
          return {
            token,
            input: { name: (input as { name: string }).name.toUpperCase() },
          } as Sample;
        },
      ],
    },
  },
  [`POST ${path}?action=update`]: {
    prepare: (world) => withGroup(world, { name: newGroupName() }),
    statuses: { 409: [withTakenName] },
  },
  [`POST ${path}?action=add`]: { prepare: withDevice, statuses: { 409: [withFullGroup] } },
  [`POST ${path}?action=remove`]: { prepare: withDevice },
  [`DELETE ${path}?action=delete`]: { prepare: (world) => withGroup(world) },
};

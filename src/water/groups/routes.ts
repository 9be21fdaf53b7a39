import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actionsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { ById } from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import type { LongReads } from '../../kit/http/long-reads.ts';
import { actorOf } from '../device-log.ts';
import { readerOf } from '../guards.ts';
import {
  addDevices,
  type ChangeDeps,
  changeGroupName,
  createGroup,
  removeDevices,
  removeGroup,
} from './change-group.ts';
import { findGroups } from './queries.ts';
import { readGroups } from './read-groups.ts';
import { Deleted, Group, GroupDevices, GroupName, NewGroup } from './schemas.ts';

export type GroupsDeps = ChangeDeps & {
  guard: Guard;
  longReads: LongReads;
  /** Time since it was last seen for which a device counts as online, in milliseconds. */
  onlineMs: number;
};

const path = '/api/groups.php';

/** Enough for a thousand ids of devices. */
const bodyLimit = 131_072;

/** Adds operations beyond document 1, in its manner: groups of tanks, with their sums. */
export function addGroupsRoutes(app: App, deps: GroupsDeps): void {
  const { db, clock, guard, longReads, onlineMs } = deps;
  const action = actionsForUsers(guard, 'Groups');
  const actionOnMany = actionsForUsers(guard, 'Groups', { bodyLimit });

  const read = async (request: FastifyRequest, signal: AbortSignal, id?: number) => {
    const { userId, timezone } = guard.callerOf(request);
    const groups = await findGroups(db.read, userId, id);
    return await readGroups(db, { userId, groups, now: clock(), onlineMs, timezone, signal });
  };
  const readOne = async (request: FastifyRequest, id: number, signal: AbortSignal) => {
    const [group] = await read(request, signal, id);
    if (!group) throw failures.notFound('Group');
    return group;
  };
  /** Reads a group outside of the long reads: a change is answered in any case. */
  const readChanged = (request: FastifyRequest, id: number): Promise<Group> =>
    readOne(request, id, new AbortController().signal);

  app.get(
    path,
    action('list', {
      summary: "The caller's groups, own and shared, with their sums",
      response: { 200: Type.Array(Group) },
    }),
    (request) => longReads.whole(readerOf(guard, request), (signal) => read(request, signal)),
  );

  app.get(
    path,
    action('get', {
      summary: 'A group with its sums',
      querystring: ById,
      response: { 200: Group, ...fails(404) },
    }),
    (request) =>
      longReads.whole(readerOf(guard, request), (signal) =>
        readOne(request, request.query.id, signal),
      ),
  );

  app.post(
    path,
    actionOnMany('create', {
      summary: "Make a group of the caller's own devices",
      body: NewGroup,
      response: { 201: Group, ...fails(404, 409) },
    }),
    async (request, reply) => {
      const { name, device_ids: deviceIds } = request.body;
      const group = { name, deviceIds: deviceIds ?? [] };
      const id = await createGroup(deps, actorOf(guard, request), group);
      reply.code(201);
      return await readChanged(request, id);
    },
  );

  app.post(
    path,
    action('update', {
      summary: 'Rename a group',
      body: GroupName,
      response: { 200: Group, ...fails(403, 404, 409) },
    }),
    async (request) => {
      await changeGroupName(deps, actorOf(guard, request), request.body);
      return await readChanged(request, request.body.id);
    },
  );

  app.post(
    path,
    actionOnMany('add', {
      summary: 'Put devices into a group',
      body: GroupDevices,
      response: { 200: Group, ...fails(403, 404, 409) },
    }),
    async (request) => {
      const { id, device_ids: deviceIds } = request.body;
      await addDevices(deps, actorOf(guard, request), { id, deviceIds });
      return await readChanged(request, id);
    },
  );

  app.post(
    path,
    actionOnMany('remove', {
      summary: 'Take devices out of a group',
      body: GroupDevices,
      response: { 200: Group, ...fails(403, 404) },
    }),
    async (request) => {
      const { id, device_ids: deviceIds } = request.body;
      await removeDevices(deps, actorOf(guard, request), { id, deviceIds });
      return await readChanged(request, id);
    },
  );

  app.delete(
    path,
    action('delete', {
      summary: 'Delete a group; its devices stay, its shares end',
      querystring: ById,
      response: { 200: Deleted, ...fails(403, 404) },
    }),
    async (request) => {
      const { id } = request.query;
      await removeGroup(deps, actorOf(guard, request), id);
      return { id, deleted: true as const };
    },
  );
}

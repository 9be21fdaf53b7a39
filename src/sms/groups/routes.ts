import { Type } from 'typebox';
import { operationsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { findPageAfter } from '../../kit/api/page.ts';
import { ById } from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import type { LongReads } from '../../kit/http/long-reads.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { changeGroup, createGroup, removeGroup } from './change-group.ts';
import { findGroup, findGroups, type Group as GroupRow } from './queries.ts';
import { Group, GroupsQuery, NewGroup, presentGroup } from './schemas.ts';

export type GroupsDeps = { db: Database; clock: Clock; guard: Guard; longReads: LongReads };

const path = '/account/groups';

/** Document 2, section 2: a contact group is "not shown beyond its integer identifier". */
export function addGroupsRoutes(app: App, deps: GroupsDeps): void {
  const { db, guard } = deps;
  const operation = operationsForUsers(guard, 'SMS account');

  app.post(
    path,
    operation({
      summary: 'Create a contact group',
      body: NewGroup,
      response: { 201: Group, ...fails(409) },
    }),
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const group = await createGroup(deps, userId, request.body.name);
      reply.code(201);
      return presentGroup(group);
    },
  );

  app.get(
    path,
    operation({
      summary: 'List the contact groups, oldest first',
      querystring: GroupsQuery,
      response: { 200: Type.Array(Group) },
    }),
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const page = await findPageAfter(request, reply, (page) =>
        findGroups(db.longRead, userId, page),
      );
      return page.map(presentGroup);
    },
  );

  app.get(
    `${path}/:id`,
    operation({
      summary: 'Show a contact group',
      params: ById,
      response: { 200: Group, ...fails(404) },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      return presentGroup(own(await findGroup(db.read, userId, request.params.id)));
    },
  );

  app.put(
    `${path}/:id`,
    operation({
      summary: 'Rename a contact group',
      params: ById,
      body: NewGroup,
      response: { 200: Group, ...fails(404) },
    }),
    async (request) => {
      const change = { id: request.params.id, name: request.body.name };
      return presentGroup(own(await changeGroup(db, guard.callerOf(request).userId, change)));
    },
  );

  app.delete(
    `${path}/:id`,
    operation({
      summary: 'Delete a contact group with its contacts',
      params: ById,
      response: { 200: Group, ...fails(404) },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      return presentGroup(own(await removeGroup(db, userId, request.params.id)));
    },
  );
}

function own(group: GroupRow | undefined): GroupRow {
  if (!group) throw failures.notFound('Group');
  return group;
}

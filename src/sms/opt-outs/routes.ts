import { Type } from 'typebox';
import { operationsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { findPageBy } from '../../kit/api/page.ts';
import type { App } from '../../kit/http/app.ts';
import { normalisePhone } from '../../kit/text/phone.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { addOptOuts } from './add-opt-outs.ts';
import { deleteOptOut, findOptOuts } from './queries.ts';
import {
  AddedOptOuts,
  ByPhone,
  NewOptOuts,
  OptOut,
  PageQuery,
  presentAdded,
  presentOptOut,
} from './schemas.ts';

export type OptOutsDeps = { db: Database; clock: Clock; guard: Guard };

const path = '/account/opt-outs';

/** Ten thousand numbers in the longest form that is forgiven, 64 characters. */
const bodyLimit = 1_048_576;

/** Beyond document 2: numbers that promotional messages of the account leave out. */
export function addOptOutsRoutes(app: App, deps: OptOutsDeps): void {
  const { db, guard } = deps;
  const operation = operationsForUsers(guard, 'SMS account');

  app.get(
    path,
    operation({
      summary: 'List the opted-out numbers, in their order',
      querystring: PageQuery,
      response: { 200: Type.Array(OptOut) },
    }),
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const page = await findPageBy('phone', request, reply, (page) =>
        findOptOuts(db.longRead, userId, page),
      );
      return page.map(presentOptOut);
    },
  );

  app.post(
    path,
    {
      bodyLimit,
      ...operation({
        summary: 'Add numbers that promotional messages leave out',
        description: '201 where a number is new to the list, else 200.',
        body: NewOptOuts,
        response: { 200: AddedOptOuts, 201: AddedOptOuts },
      }),
    },
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const added = await addOptOuts(deps, userId, request.body.phones);
      reply.code(added.added > 0 ? 201 : 200);
      return presentAdded(added);
    },
  );

  app.delete(
    `${path}/:phone`,
    operation({
      summary: 'Take a number off the list',
      params: ByPhone,
      response: { 200: OptOut, ...fails(404) },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      const { phone } = request.params;
      // A list of earlier days may hold what is no number: what it shows can be deleted.
      const optOut = await deleteOptOut(db.write, userId, normalisePhone(phone) ?? phone);
      if (!optOut) throw failures.notFound('Opt-out');
      return presentOptOut(optOut);
    },
  );
}

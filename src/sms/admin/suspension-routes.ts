import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../accounts/audit/queries.ts';
import { operationsForAdmins } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import type { NotifyOwner } from '../../accounts/notices/notices.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import type { App } from '../../kit/http/app.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { ByAccount, NewSuspension } from '../suspension/schemas.ts';
import { findAccountLine } from './queries.ts';
import { AccountLine, presentAccountLine } from './schemas.ts';
import { suspend } from './suspend.ts';

type SuspensionRoutesDeps = {
  db: Database;
  clock: Clock;
  guard: Guard;
  trialCredits: number;
  dispatcher: Pick<Dispatcher, 'wake'>;
  notifyOwner: NotifyOwner;
};

const path = '/admin/accounts/:id/suspension';

/** Serves administrators the suspension of accounts. */
export function addSuspensionRoutes(app: App, deps: SuspensionRoutesDeps): void {
  const { db, guard, dispatcher, notifyOwner } = deps;
  const operation = operationsForAdmins(guard, 'SMS administration');
  const actorOf = (request: FastifyRequest): Actor => ({
    userId: guard.callerOf(request).userId,
    address: request.ip,
  });

  const change = async (userId: number, reason: string | undefined, by: Actor) => {
    if (!(await findAccountLine(db.read, userId))) throw failures.notFound('Account');
    const notice = await suspend(deps, { userId, reason, by });
    if (notice) notifyOwner(userId, notice);
    dispatcher.wake();
    const account = await findAccountLine(db.read, userId);
    if (!account) throw failures.notFound('Account');
    return presentAccountLine(account);
  };

  app.put(
    path,
    operation({
      summary: 'Suspend an account, or change the reason',
      description: 'Nothing of it is sent until it is let go; everything of it can be read.',
      params: ByAccount,
      body: NewSuspension,
      response: { 200: AccountLine },
    }),
    async (request) => change(request.params.id, request.body.reason, actorOf(request)),
  );

  app.delete(
    path,
    operation({
      summary: 'Let a suspended account send again',
      params: ByAccount,
      response: { 200: AccountLine },
    }),
    async (request) => change(request.params.id, undefined, actorOf(request)),
  );
}

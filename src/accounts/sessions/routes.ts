import { Type } from 'typebox';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import type { App } from '../../kit/http/app.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { actionsForUsers } from '../declared-operations.ts';
import type { Guard } from '../guard.ts';
import { EndedSessions } from '../schemas.ts';
import { endOthers, endSession } from './end-sessions.ts';
import { findSessionsOfUser } from './queries.ts';
import { BySession, Ended, presentSession, SessionAnswer } from './schemas.ts';
import type { SessionEnds } from './session-ends.ts';

type SessionRoutesDeps = {
  db: Database;
  /** By which the guard judges sessions. */
  sessionClock: Clock;
  guard: Guard;
  sessionEnds: SessionEnds;
};

const path = '/api/auth.php';

/** More than people have; programs that sign in anew each time may have thousands. */
const mostListed = 200;

/** Beyond document 1, in its manner: where the caller is signed in. */
export function addSessionRoutes(app: App, deps: SessionRoutesDeps): void {
  const { db, sessionClock, guard } = deps;
  const action = actionsForUsers(guard, 'Auth');

  app.get(
    path,
    action('sessions', {
      summary: 'Where the account is signed in, newest first',
      description: `At most ${mostListed}.`,
      response: { 200: Type.Array(SessionAnswer) },
    }),
    async (request) => {
      const { userId, sessionId } = guard.callerOf(request);
      const page = { userId, now: sessionClock(), limit: mostListed };
      const sessions = await findSessionsOfUser(db.read, page);
      return await Promise.all(sessions.map((each) => presentSession(each, sessionId)));
    },
  );

  app.delete(
    path,
    action('end-session', {
      summary: 'End one token of the account',
      querystring: BySession,
      response: { 200: Ended, ...fails(404) },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      const { id } = request.query;
      if (!(await endSession(deps, { userId, sessionId: id }))) throw failures.notFound('Session');
      return { id, ended: true as const };
    },
  );

  app.post(
    path,
    action('end-other-sessions', {
      summary: 'Sign out everywhere else',
      response: { 200: EndedSessions },
    }),
    async (request) => ({ ended: await endOthers(deps, guard.callerOf(request)) }),
  );
}

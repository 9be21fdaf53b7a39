import { type Static, Type } from 'typebox';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { Instant, Named, Nullable, Shaped } from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { toIso } from '../../kit/time/instant.ts';
import { actionsForUsers } from '../declared-operations.ts';
import type { Guard } from '../guard.ts';
import { EndedSessions } from '../schemas.ts';
import { describeProgram } from './client.ts';
import { findSessionsOfUser, type Session } from './queries.ts';
import type { SessionEnds } from './session-ends.ts';
import { endOthers, endSession } from './session-ends.ts';

export const SessionAnswer = Named(
  'Session',
  Type.Object({
    id: Type.String(),
    created_at: Instant,
    last_seen_at: Type.String({ format: 'date-time', description: 'Give or take an hour.' }),
    address: Nullable(Type.String({ description: 'From where it was opened.' })),
    user_agent: Nullable(Type.String({ description: 'With what, such as `Chrome on Android`.' })),
    current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
  }),
);

export const BySession = Type.Object({
  id: Shaped('^[\\w-]{1,64}$', fault('sessionId'), { maxLength: 64 }),
});

export const Ended = Type.Object({ id: Type.String(), ended: Type.Literal(true) });

export async function presentSession(
  session: Session,
  currentId: string,
): Promise<Static<typeof SessionAnswer>> {
  return {
    id: session.id,
    created_at: toIso(session.created_at),
    last_seen_at: toIso(session.last_seen_at),
    address: session.address,
    user_agent: await describeProgram(session.user_agent),
    current: session.id === currentId,
  };
}

type SessionRoutesDeps = {
  db: Database;
  /** Clock by which the guard judges sessions. */
  sessionClock: Clock;
  guard: Guard;
  sessionEnds: SessionEnds;
};

const path = '/api/auth.php';

/** More than people have; programs that sign in anew each time may have thousands. */
const mostListed = 200;

/** Beyond document 1, in its manner: sessions of the caller. */
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

import type { Database } from '../db/database.ts';
import type { App } from '../kit/http/app.ts';
import type { Clock } from '../kit/time/clock.ts';
import { operationsForUsers } from './declared-operations.ts';
import type { Guard } from './guard.ts';
import { readProfile, updateLanguage } from './profile.ts';
import { EndedSessions, LanguageChange, Me, presentMe, type ServiceName } from './schemas.ts';
import { endOthers } from './sessions/end-sessions.ts';
import type { SessionEnds } from './sessions/session-ends.ts';

type MeDeps = {
  db: Database;
  sessionClock: Clock;
  guard: Guard;
  sessionEnds: SessionEnds;
  /** The services that run, in the order in which they are answered. */
  services: readonly ServiceName[];
};

const path = '/api/me';

/** Ours: what a screen must know of whoever looks at it. */
export function addMeRoutes(app: App, deps: MeDeps): void {
  const { guard, services } = deps;
  const operation = operationsForUsers(guard, 'Me');

  app.get(
    path,
    operation({
      summary: 'The caller with role and language, and what runs here',
      response: { 200: Me },
    }),
    async (request) => presentMe(await readProfile(deps, guard.callerOf(request)), services),
  );

  app.put(
    path,
    operation({
      summary: 'Choose the language',
      body: LanguageChange,
      response: { 200: Me },
    }),
    async (request) => {
      const user = await updateLanguage(deps, guard.callerOf(request), request.body.language);
      return presentMe(user, services);
    },
  );

  app.delete(
    `${path}/sessions`,
    operation({
      summary: 'End every other token of the account',
      response: { 200: EndedSessions },
    }),
    async (request) => ({ ended: await endOthers(deps, guard.callerOf(request)) }),
  );
}

import type { Database } from '../db/database.ts';
import type { App } from '../kit/http/app.ts';
import type { Clock } from '../kit/time/clock.ts';
import { operationsForUsers } from './declared-operations.ts';
import type { Guard } from './guard.ts';
import { readProfile, updateLanguage } from './profile.ts';
import { EndedSessions, LanguageChange, Me, presentMe, type ServiceName } from './schemas.ts';
import type { SessionEnds } from './sessions/session-ends.ts';
import { endOthers } from './sessions/session-ends.ts';

type MeDeps = {
  db: Database;
  sessionClock: Clock;
  guard: Guard;
  sessionEnds: SessionEnds;
  /** Running services, in the order of the answer. */
  services: readonly ServiceName[];
};

const path = '/api/me';

/** Ours: facts about the signed-in person that a screen needs. */
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

import { type Static, Type } from 'typebox';
import type { Database } from '../db/database.ts';
import { failures } from '../kit/api-error.ts';
import type { App } from '../kit/app.ts';
import { fails } from '../kit/failure-schema.ts';
import { OneOf } from '../kit/schema.ts';
import type { Guard } from './guard.ts';
import { deleteOtherSessions, findUser, updateUser } from './queries.ts';
import { presentUser, UserAnswer } from './schemas.ts';

type MeDeps = {
  db: Database;
  guard: Guard;
  /** The services that run here. */
  services: readonly string[];
};

const path = '/api/me';
const tags = ['Me'];
const security = [{ bearer: [] }];

const Language = OneOf(['en', 'sw'], { description: 'Of the screens: English or Swahili.' });
const Preferences = Type.Object({ language: Language });

const Me = Type.Object({
  user: UserAnswer,
  role: OneOf(['user', 'admin']),
  language: Language,
  services: Type.Array(OneOf(['water', 'sms']), { description: 'Those that run here.' }),
});
type Me = Static<typeof Me>;

/** Beyond document 1: what a dashboard must know of who is signed in, whose `user` is fixed. */
export function addMeRoutes(app: App, { db, guard, services }: MeDeps): void {
  const onRequest = guard.requireUser;
  const present = (user: Awaited<ReturnType<typeof findUser>>): Me => {
    if (!user) throw failures.unauthenticated();
    return {
      user: presentUser(user),
      role: user.role === 'admin' ? 'admin' : 'user',
      language: user.language === 'sw' ? 'sw' : 'en',
      services: services.filter((each) => each === 'water' || each === 'sms'),
    };
  };

  app.get(
    path,
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Who is signed in, and what runs here',
        response: { 200: Me, ...fails(401, 503) },
      },
    },
    async (request) => present(await findUser(db.read, guard.callerOf(request).userId)),
  );

  app.put(
    path,
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Choose the language of the screens',
        body: Preferences,
        response: { 200: Me, ...fails(400, 401, 413, 415, 503) },
      },
    },
    async (request) => {
      const { userId } = guard.callerOf(request);
      return present(await updateUser(db.write, userId, request.body));
    },
  );

  app.delete(
    `${path}/sessions`,
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Sign out everywhere else',
        response: { 200: Type.Object({ ended: Type.Integer() }), ...fails(401, 503) },
      },
    },
    async (request) => ({ ended: await deleteOtherSessions(db.write, guard.callerOf(request)) }),
  );
}

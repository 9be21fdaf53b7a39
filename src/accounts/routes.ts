import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import type { App } from '../kit/app.ts';
import { fails } from '../kit/failure-schema.ts';
import type { Guard } from './guard.ts';
import { readProfile, updateProfile } from './profile.ts';
import { deleteSession } from './queries.ts';
import { isFromThisMachine } from './reset-delivery.ts';
import { openReset, type ResetDeps, resetPassword } from './resets.ts';
import {
  Credentials,
  LoggedOut,
  NewPassword,
  OwnAccount,
  ProfileChanges,
  presentUser,
  Registration,
  ResetOpened,
  ResetRequest,
  SignedIn,
} from './schemas.ts';
import { register, signIn, toEmailKey } from './sign-in.ts';
import type { Throttles } from './throttles.ts';
import { compileTimeZoneValidator } from './time-zones.ts';

type AccountRoutesDeps = ResetDeps & { guard: Guard; throttles: Throttles };

const path = '/api/auth.php';
const tags = ['Auth'];
const security = [{ bearer: [] }];

/** Far more than the longest fields, and little enough that nobody makes us read for nothing. */
export const bodyLimit = 16_384;

const refused = (code: string, message: string) =>
  new ApiError(401, code, message, { headers: { 'WWW-Authenticate': 'Bearer' } });

// Tokens must not lie in a cache on the way (RFC 6750, section 5.3).
export const forbidCaching: onRequestHookHandler = (_request, reply, done) => {
  reply.header('cache-control', 'no-store');
  done();
};

/** Document 1, section 4 "Auth", in its order. */
export function addAccountRoutes(app: App, deps: AccountRoutesDeps): void {
  const { db, guard, sessionEnds, throttles } = deps;
  const open = { onRequest: forbidCaching, bodyLimit };
  const guarded = { onRequest: [forbidCaching, guard.requireUser], bodyLimit };

  app.post(
    path,
    {
      ...open,
      constraints: { action: 'register' },
      schema: {
        summary: 'Make an account and sign in',
        tags,
        body: Registration,
        response: { 201: SignedIn, ...fails(400, 413, 415, 429, 503) },
      },
    },
    async (request, reply) => {
      await throttles.countRegistration(request.ip);
      reply.code(201);
      return nameAccount(request, await register(deps, request.body));
    },
  );

  app.post(
    path,
    {
      ...open,
      constraints: { action: 'login' },
      schema: {
        summary: 'Sign in',
        tags,
        body: Credentials,
        response: { 200: SignedIn, ...fails(400, 401, 413, 415, 429, 503) },
      },
    },
    async (request) => {
      const from = { address: request.ip, emailKey: toEmailKey(request.body.email) };
      const signedIn = await throttles.login(from, () => signIn(deps, request.body));
      if (!signedIn) throw refused('wrong_credentials', 'Invalid email or password.');
      return nameAccount(request, signedIn);
    },
  );

  app.post(
    path,
    {
      ...guarded,
      constraints: { action: 'logout' },
      schema: {
        summary: 'End the token of this request',
        tags,
        security,
        response: { 200: LoggedOut, ...fails(401) },
      },
    },
    async (request) => {
      const { userId, sessionId } = guard.callerOf(request);
      await deleteSession(db.write, sessionId);
      sessionEnds.tell(userId);
      return { logged_out: true as const };
    },
  );

  app.get(
    path,
    {
      ...guarded,
      constraints: { action: 'session' },
      schema: {
        summary: "The caller's account",
        tags,
        security,
        response: { 200: OwnAccount, ...fails(401) },
      },
    },
    async (request) => ({ user: presentUser(await readProfile(deps, guard.callerOf(request))) }),
  );

  app.put(
    path,
    {
      ...guarded,
      constraints: { action: 'update' },
      validatorCompiler: compileTimeZoneValidator,
      schema: {
        summary: 'Change name, password or time zone',
        description: 'A changed password ends every other token of the account.',
        tags,
        security,
        body: ProfileChanges,
        response: { 200: OwnAccount, ...fails(400, 401, 413, 415, 503) },
      },
    },
    async (request) => {
      const user = await updateProfile(deps, guard.callerOf(request), request.body);
      return { user: presentUser(user) };
    },
  );

  app.post(
    path,
    {
      ...open,
      constraints: { action: 'reset-request' },
      schema: {
        summary: 'Ask for a password reset',
        description: 'An unknown e-mail is answered alike, with a token that works for nothing.',
        tags,
        body: ResetRequest,
        response: { 200: ResetOpened, ...fails(400, 413, 415, 429, 503) },
      },
    },
    async (request) => {
      await throttles.countReset(request.ip);
      return await openReset(deps, request.body.email, isFromThisMachine(request.raw));
    },
  );

  app.post(
    path,
    {
      ...open,
      constraints: { action: 'reset-password' },
      schema: {
        summary: 'Set a new password by a reset token',
        description: 'The token works once; every other token of the account ends.',
        tags,
        body: NewPassword,
        response: { 200: SignedIn, ...fails(400, 401, 413, 415, 503) },
      },
    },
    async (request) => {
      const signedIn = await resetPassword(deps, request.body);
      if (!signedIn) throw refused('invalid_reset_token', 'Invalid or expired token.');
      return nameAccount(request, signedIn);
    },
  );
}

/** Tells the log whose request it was that signed somebody in. */
function nameAccount(request: FastifyRequest, signedIn: SignedIn): SignedIn {
  request.accountId = Number(signedIn.user.id);
  return signedIn;
}

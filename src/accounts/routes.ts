import { declaresActions } from '../kit/api/declares-operations.ts';
import { fails } from '../kit/api/failures/failure-schema.ts';
import { compileWithRules } from '../kit/api/schema/field-rules.ts';
import type { App } from '../kit/http/app.ts';
import { actionsForUsers } from './declared-operations.ts';
import type { Guard } from './guard.ts';
import { passwordRule } from './passwords/common-passwords.ts';
import { type ProfileDeps, readProfile, updateProfile } from './profile.ts';
import { isFromThisMachine } from './resets/reset-delivery.ts';
import { openReset, type ResetDeps, resetPassword } from './resets/resets.ts';
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
import { clientOf } from './sessions/client.ts';
import { endSession } from './sessions/session-ends.ts';
import { letIn, nameAccount, register, signIn, toLoginKey } from './sign-in.ts';
import { timeZoneRule } from './time-zones.ts';

type AccountRoutesDeps = ResetDeps & ProfileDeps & { guard: Guard };

const path = '/api/auth.php';

/** Document 1, section 4 "Auth", in its order. */
export function addAccountRoutes(app: App, deps: AccountRoutesDeps): void {
  const { guard, throttles } = deps;
  const open = declaresActions({ schema: { tags: ['Auth'] } });
  const guarded = actionsForUsers(guard, 'Auth');

  app.post(
    path,
    {
      validatorCompiler: compileWithRules(passwordRule),
      ...open('register', {
        summary: 'Make an account and sign in',
        body: Registration,
        response: { 201: SignedIn, ...fails(429) },
      }),
    },
    async (request, reply) => {
      await throttles.countRegistration(request.ip);
      reply.code(201);
      return nameAccount(
        request,
        await register(deps, request.body, clientOf(request, request.body)),
      );
    },
  );

  app.post(
    path,
    open('login', {
      summary: 'Sign in',
      description:
        '`email` may be the phone number of the account. ' +
        'An account with two-step sign-in needs a `code` too: without one the answer is 401 with ' +
        '`second_factor_required`, once the password was right.',
      body: Credentials,
      response: { 200: SignedIn, ...fails(401, 429) },
    }),
    async (request) => {
      const from = { address: request.ip, emailKey: toLoginKey(request.body.email) };
      const client = clientOf(request, request.body);
      const entry = await throttles.login(from, () => signIn(deps, request.body, client));
      return nameAccount(request, letIn(entry));
    },
  );

  app.post(
    path,
    guarded('logout', {
      summary: 'End the token of this request',
      response: { 200: LoggedOut },
    }),
    async (request) => {
      await endSession(deps, guard.callerOf(request));
      return { logged_out: true as const };
    },
  );

  app.get(
    path,
    guarded('session', {
      summary: "The caller's account",
      response: { 200: OwnAccount },
    }),
    async (request) => ({ user: presentUser(await readProfile(deps, guard.callerOf(request))) }),
  );

  app.put(
    path,
    {
      validatorCompiler: compileWithRules(timeZoneRule, passwordRule),
      ...guarded('update', {
        summary: 'Change name, password, time zone or price of water',
        description:
          'A changed password ends every other token of the account. `current_password` is checked ' +
          'where it is sent, and needed where the operator has set PASSWORD_CHANGE=checked; with ' +
          'two-step sign-in on, it or a `code`.',
        body: ProfileChanges,
        response: { 200: OwnAccount, ...fails(429) },
      }),
    },
    async (request) => {
      const user = await updateProfile(deps, guard.callerOf(request), request.body, request.ip);
      return { user: presentUser(user) };
    },
  );

  app.post(
    path,
    open('reset-request', {
      summary: 'Ask for a password reset',
      description: 'An unknown e-mail is answered alike, with a token that works for nothing.',
      body: ResetRequest,
      response: { 200: ResetOpened, ...fails(429) },
    }),
    async (request) => {
      await throttles.countReset(request.ip);
      return await openReset(deps, request.body.email, isFromThisMachine(request.raw));
    },
  );

  app.post(
    path,
    {
      validatorCompiler: compileWithRules(passwordRule),
      ...open('reset-password', {
        summary: 'Set a new password by a reset token',
        description:
          'The token works once; every other token of the account ends. An account with two-step ' +
          'sign-in needs a `code` too.',
        body: NewPassword,
        response: { 200: SignedIn, ...fails(401, 429) },
      }),
    },
    async (request) => {
      const entry = await resetPassword(deps, request.body, clientOf(request, request.body));
      return nameAccount(request, letIn(entry));
    },
  );
}

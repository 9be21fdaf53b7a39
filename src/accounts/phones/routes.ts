import { declaresActions } from '../../kit/api/declares-operations.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { compileWithRules } from '../../kit/api/schema/field-rules.ts';
import type { App } from '../../kit/http/app.ts';
import { normalisePhone } from '../../kit/text/phone.ts';
import { actionsForUsers } from '../declared-operations.ts';
import type { Guard } from '../guard.ts';
import { passwordRule } from '../passwords/common-passwords.ts';
import { SignedIn } from '../schemas.ts';
import { createCallerByPassword } from '../second-factor/caller-by-password.ts';
import { clientOf } from '../sessions/client.ts';
import { letIn, nameAccount } from '../sign-in.ts';
import { accountSmsOf, confirmPhone, removePhone, startPhone } from './own-phone.ts';
import { openPhoneReset, type PhoneResetDeps, resetByPhone } from './reset-by-phone.ts';
import {
  PhoneConfirmation,
  PhoneRemoval,
  PhoneRemoved,
  PhoneReset,
  PhoneResetOpened,
  PhoneResetRequest,
  PhoneSet,
  PhoneStart,
  PhoneStarted,
  SignInWays,
} from './schemas.ts';

type PhoneRoutesDeps = PhoneResetDeps & { guard: Guard };

const path = '/api/auth.php';

/** Beyond document 1, in its manner: a phone number by which an account signs in and resets its password. */
export function addPhoneRoutes(app: App, deps: PhoneRoutesDeps): void {
  const { guard, throttles } = deps;
  const open = declaresActions({ schema: { tags: ['Auth'] } });
  const guarded = actionsForUsers(guard, 'Auth');
  const callerByPassword = createCallerByPassword(deps);

  app.get(
    path,
    open('sign-in-ways', {
      summary: 'Whether accounts may have a phone number here',
      response: { 200: SignInWays },
    }),
    async () => ({ phone: deps.accountSms !== undefined }),
  );

  app.post(
    path,
    guarded('phone-start', {
      summary: 'Send a code to a number by which the account is to sign in',
      description:
        "The SMS is the operator's; so many go to a number, an account and an address a day.",
      body: PhoneStart,
      response: { 200: PhoneStarted, ...fails(429, 502) },
    }),
    async (request) => {
      accountSmsOf(deps);
      const user = await callerByPassword(request);
      return await startPhone(deps, user, { phone: request.body.phone, address: request.ip });
    },
  );

  app.post(
    path,
    guarded('phone-confirm', {
      summary: 'Make the number the account signs in by, by its code',
      description: 'An account that had the number before has it no longer, and its owner is told.',
      body: PhoneConfirmation,
      response: { 200: PhoneSet, ...fails(409) },
    }),
    async (request) => ({
      phone: await confirmPhone(deps, guard.callerOf(request), request.body.sms_code),
    }),
  );

  app.post(
    path,
    guarded('phone-remove', {
      summary: 'Take the number away',
      body: PhoneRemoval,
      response: { 200: PhoneRemoved, ...fails(429) },
    }),
    async (request) => {
      await removePhone(deps, await callerByPassword(request));
      return { phone: null };
    },
  );

  app.post(
    path,
    open('phone-reset-request', {
      summary: 'Ask for a code by SMS for a new password',
      description: 'A number without an account is answered alike.',
      body: PhoneResetRequest,
      response: { 200: PhoneResetOpened, ...fails(429) },
    }),
    async (request) =>
      await openPhoneReset(deps, { phone: request.body.phone, address: request.ip }),
  );

  app.post(
    path,
    {
      validatorCompiler: compileWithRules(passwordRule),
      ...open('phone-reset', {
        summary: 'Set a new password by the code of an SMS',
        description:
          'The code works once, for ten minutes and five tries; every other token of the account ends. ' +
          'An account with two-step sign-in needs a `code` too.',
        body: PhoneReset,
        response: { 200: SignedIn, ...fails(401, 429) },
      }),
    },
    async (request) => {
      const { body, ip } = request;
      // Counted by number and address as failed logins are, whether or not an account has the number.
      const from = { address: ip, emailKey: `sms ${normalisePhone(body.phone)}` };
      const client = clientOf(request, body);
      const entry = await throttles.login(from, () => resetByPhone(deps, body, client));
      return nameAccount(request, letIn(entry));
    },
  );
}

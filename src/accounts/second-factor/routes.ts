import type { Database } from '../../db/database.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import type { App } from '../../kit/http/app.ts';
import { actionsForUsers } from '../declared-operations.ts';
import type { Guard } from '../guard.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { Throttles } from '../throttles/throttles.ts';
import { createCallerByPassword } from './caller-by-password.ts';
import { wrongField } from './prove-owner.ts';
import { countRecoveryCodes, findSecondFactor } from './queries.ts';
import {
  Confirmation,
  PasswordAndCode,
  presentState,
  RecoveryCodes,
  Removed,
  Start,
  Started,
  State,
} from './schemas.ts';
import type { SecondFactors } from './second-factors.ts';
import type { Passed } from './use-code.ts';

type SecondFactorRoutesDeps = {
  db: Database;
  guard: Guard;
  passwords: Passwords;
  throttles: Throttles;
  secondFactors: SecondFactors;
  isRequiredOfAdmins: boolean;
};

const path = '/api/auth.php';

/** Beyond document 1, in its manner: two-step sign-in of the caller's account. */
export function addSecondFactorRoutes(app: App, deps: SecondFactorRoutesDeps): void {
  const { db, guard, secondFactors, isRequiredOfAdmins } = deps;
  const action = actionsForUsers(guard, 'Auth');
  const callerByPassword = createCallerByPassword(deps);

  app.get(
    path,
    action('second-factor', {
      summary: 'Whether two-step sign-in is on',
      response: { 200: State },
    }),
    async (request) => {
      const { userId, isAdmin } = guard.callerOf(request);
      const factor = await findSecondFactor(db.read, userId);
      const codesLeft = await countRecoveryCodes(db.read, userId);
      return presentState(factor, { codesLeft, isRequired: isAdmin && isRequiredOfAdmins });
    },
  );

  app.post(
    path,
    action('second-factor-start', {
      summary: 'Get a secret for an authenticator app',
      description: 'Nothing changes for signing in until a code has confirmed it.',
      body: Start,
      response: { 200: Started, ...fails(409, 429) },
    }),
    async (request) => {
      const user = await callerByPassword(request);
      return await secondFactors.start(user.id, user.email);
    },
  );

  app.post(
    path,
    action('second-factor-confirm', {
      summary: 'Turn two-step sign-in on by a first code',
      description: 'Every other token of the account ends. The recovery codes are told only here.',
      body: Confirmation,
      response: { 200: RecoveryCodes, ...fails(409, 429) },
    }),
    async (request) => {
      const caller = guard.callerOf(request);
      const passed = await secondFactors.confirm(caller, request.body.code);
      return { recovery_codes: resultOf(passed) };
    },
  );

  app.post(
    path,
    action('second-factor-renew-codes', {
      summary: 'Get ten new recovery codes',
      description: 'The earlier ones end.',
      body: PasswordAndCode,
      response: { 200: RecoveryCodes, ...fails(409, 429) },
    }),
    async (request) => {
      const user = await callerByPassword(request);
      const passed = await secondFactors.renewRecoveryCodes(user.id, request.body.code);
      return { recovery_codes: resultOf(passed) };
    },
  );

  app.post(
    path,
    action('second-factor-remove', {
      summary: 'Turn two-step sign-in off',
      body: PasswordAndCode,
      response: { 200: Removed, ...fails(409, 429) },
    }),
    async (request) => {
      const user = await callerByPassword(request);
      resultOf(await secondFactors.remove(user.id, request.body.code));
      return { enabled: false as const };
    },
  );
}

/** Result behind the second step. @throws 400 where the code was wrong. */
function resultOf<T>(passed: Passed<T>): T {
  if (passed.verdict === 'right') return passed.value;
  throw wrongField('wrong_code', 'code', fault('codeUsed'));
}

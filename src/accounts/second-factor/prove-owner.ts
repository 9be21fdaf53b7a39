import { ApiError, failures } from '../../kit/api/failures/api-error.ts';
import type { FailureCode } from '../../kit/api/failures/failure-codes.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import type { Proof } from '../guard.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { User } from '../queries.ts';
import type { Throttles } from '../throttles/throttles.ts';
import type { SecondFactors } from './second-factors.ts';

type ProofDeps = { passwords: Passwords; throttles: Throttles; secondFactors: SecondFactors };

/**
 * Requires the present password or a code of an owner with two-step sign-in, and of others checks only what
 * they send. @param address from which wrong passwords count as failed logins.
 * @throws 400 naming the field that is missing or wrong, 429 after too many wrong ones.
 */
export async function proveOwner(
  { passwords, throttles, secondFactors }: ProofDeps,
  user: User,
  { current_password, code, address }: Proof & { address: string },
): Promise<void> {
  if (current_password) {
    const shown = { password: current_password, address, field: 'current_password' };
    await assertPassword({ passwords, throttles }, user, shown);
    return;
  }
  const isOn = await secondFactors.isOn(user.id);
  if (!isOn) return;
  if (!code) throw failures.invalidField('current_password', fault('required'));
  const { verdict } = await secondFactors.pass(user.id, code, async () => undefined);
  if (verdict !== 'right') throw wrongField('wrong_code', 'code', fault('codeUsed'));
}

type Deps = { passwords: Passwords; throttles: Throttles };
type Shown = { password: string; address: string; field: string };

export const wrongField = (code: FailureCode, field: string, message: FaultText) =>
  new ApiError(400, code, `Invalid input: ${field} ${message}.`, { errors: [{ field, message }] });

/**
 * Requires the password, since a stolen token alone must not change how its owner signs in; wrong guesses
 * count as failed logins.
 * @throws 400 `wrong_password` naming `field`, 429 after too many wrong ones.
 */
export async function assertPassword(
  { passwords, throttles }: Deps,
  user: User,
  { password, address, field }: Shown,
): Promise<void> {
  const { verdict } = await throttles.login({ address, emailKey: user.email_key }, async () => {
    const isRight = await passwords.verify(user.email_key, user.password_hash, password);
    return { verdict: isRight ? ('right' as const) : ('wrong' as const) };
  });
  if (verdict === 'wrong') throw wrongField('wrong_password', field, fault('notPresentPassword'));
}

import { ApiError } from '../../kit/api/failures/api-error.ts';
import type { FailureCode } from '../../kit/api/failures/failure-codes.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import type { User } from '../queries.ts';
import type { Throttles } from '../throttles/throttles.ts';
import type { Passwords } from './passwords.ts';

type Deps = { passwords: Passwords; throttles: Throttles };
type Shown = { password: string; address: string; field: string };

export const wrongField = (code: FailureCode, field: string, message: FaultText) =>
  new ApiError(400, code, `Invalid input: ${field} ${message}.`, { errors: [{ field, message }] });

/**
 * A stolen token alone must not change how its owner signs in; guesses count as failed logins.
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

import { failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import type { Proof } from '../guard.ts';
import { assertPassword, wrongField } from '../passwords/assert-password.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { User } from '../queries.ts';
import type { Throttles } from '../throttles/throttles.ts';
import type { SecondFactors } from './second-factors.ts';

type ProofDeps = { passwords: Passwords; throttles: Throttles; secondFactors: SecondFactors };

/**
 * Asks the owner of an account with two-step sign-in for the present password or a code, and everybody
 * else only for what they send by themselves. @param address wrong passwords count as failed logins from.
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
  if (!code) throw failures.invalid([{ field: 'current_password', message: fault('required') }]);
  const { verdict } = await secondFactors.pass(user.id, code, async () => undefined);
  if (verdict !== 'right') throw wrongField('wrong_code', 'code', fault('codeUsed'));
}

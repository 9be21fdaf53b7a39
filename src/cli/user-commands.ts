import { enterAudit } from '../accounts/audit/queries.ts';
import { findUserByEmail, type Role, updateRole } from '../accounts/queries.ts';
import { deleteSecondFactor } from '../accounts/second-factor/queries.ts';
import { toEmailKey } from '../accounts/sign-in.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../kit/time/clock.ts';
import { CommandError } from './command-error.ts';
import { withDatabase } from './open-database.ts';

/**
 * Makes somebody an administrator, or no longer; from their next request on.
 * @returns the e-mail as its owner writes it.
 * @throws CommandError where it has no account.
 */
export async function changeRole(
  config: Config,
  clock: Clock,
  { email, role }: { email: string; role: Role },
): Promise<string> {
  return await withDatabase(config, async (db) => {
    const user = await db.transaction(async (trx) => {
      const changed = await updateRole(trx, toEmailKey(email), role);
      if (!changed) throw noAccount(email);
      const { id: userId } = changed;
      const deed = { by: null, action: 'role_changed', userId, facts: { role } } as const;
      await enterAudit(trx, { ...deed, now: clock() });
      return changed;
    });
    return user.email;
  });
}

/**
 * Turns somebody's two-step sign-in off, for those who have lost both phone and recovery codes.
 * @returns the e-mail as its owner writes it.
 * @throws CommandError where it has no account, or none with two steps.
 */
export async function removeSecondFactor(
  config: Config,
  clock: Clock,
  email: string,
): Promise<string> {
  return await withDatabase(config, async (db) => {
    const user = await findUserByEmail(db.read, toEmailKey(email));
    if (!user) throw noAccount(email);
    const isRemoved = await db.transaction(async (trx) => {
      if (!(await deleteSecondFactor(trx, user.id))) return false;
      const deed = { by: null, action: 'second_factor_removed', userId: user.id } as const;
      await enterAudit(trx, { ...deed, facts: {}, now: clock() });
      return true;
    });
    if (!isRemoved) throw new CommandError(`${user.email} has no two-step sign-in.`);
    return user.email;
  });
}

function noAccount(email: string): CommandError {
  return new CommandError(`There is no account with the e-mail ${email}.`);
}

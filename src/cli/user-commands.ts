import { enterAudit } from '../accounts/audit/queries.ts';
import { type Role, updateRole } from '../accounts/queries.ts';
import { toEmailKey } from '../accounts/sign-in.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../kit/clock.ts';
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
      if (!changed) throw new CommandError(`There is no account with the e-mail ${email}.`);
      const { id: userId } = changed;
      const deed = { by: null, action: 'role_changed', userId, facts: { role } } as const;
      await enterAudit(trx, { ...deed, now: clock() });
      return changed;
    });
    return user.email;
  });
}

import { enterAudit } from '../accounts/audit/queries.ts';
import { findUserByEmail, findUsers, type Role, updateRole } from '../accounts/queries.ts';
import { putNewReset } from '../accounts/resets/resets.ts';
import { deleteSecondFactor } from '../accounts/second-factor/queries.ts';
import { toEmailKey } from '../accounts/sign-in.ts';
import type { Config } from '../config.ts';
import type { Ids } from '../kit/ids.ts';
import { countOf } from '../kit/text/count-of.ts';
import type { Clock } from '../kit/time/clock.ts';
import { toIso } from '../kit/time/instant.ts';
import { CommandError } from './command-error.ts';
import { withDatabase } from './open-database.ts';

/**
 * Makes somebody an administrator, or no longer; effective with their next request.
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

/**
 * Opens a password reset for somebody who has no mail, or none that arrives.
 * @returns the code, which its owner enters on the page for it within half an hour.
 * @throws CommandError where the e-mail has no account.
 */
export async function openResetByHand(
  config: Config,
  { clock, ids }: { clock: Clock; ids: Pick<Ids, 'secret'> },
  email: string,
): Promise<{ email: string; token: string }> {
  return await withDatabase(config, async (db) => {
    const user = await findUserByEmail(db.read, toEmailKey(email));
    if (!user) throw noAccount(email);
    return { email: user.email, token: await putNewReset({ db, clock, ids }, user.id) };
  });
}

/** A line for each account, oldest first. */
export async function listUsers(config: Config): Promise<string[]> {
  return await withDatabase(config, async (db) => {
    const users = await findUsers(db.read);
    const lines = users.map(
      ({ email, role, created_at }) => `${toIso(created_at)}  ${role.padEnd(5)}  ${email}`,
    );
    return [...lines, `${countOf(users.length, 'account')}.`];
  });
}

function noAccount(email: string): CommandError {
  return new CommandError(`There is no account with the e-mail ${email}.`);
}

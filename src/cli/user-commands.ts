import { type Role, updateRole } from '../accounts/queries.ts';
import { toEmailKey } from '../accounts/sign-in.ts';
import type { Config } from '../config.ts';
import { CommandError } from './command-error.ts';
import { withDatabase } from './open-database.ts';

/**
 * Makes somebody an administrator, or no longer; from their next request on.
 * @returns the e-mail as its owner writes it.
 * @throws CommandError where it has no account.
 */
export async function changeRole(config: Config, email: string, role: Role): Promise<string> {
  return await withDatabase(config, async (db) => {
    const user = await updateRole(db.write, toEmailKey(email), role);
    if (!user) throw new CommandError(`There is no account with the e-mail ${email}.`);
    return user.email;
  });
}

import type { Command } from 'commander';
import type { Role } from '../accounts/queries.ts';
import { readConfig } from '../config.ts';
import { randomIds } from '../kit/ids.ts';
import { systemClock } from '../kit/time/clock.ts';

/** Adds the commands about people's accounts. */
export function addUserCommands(user: Command, env: NodeJS.ProcessEnv): void {
  const changeRole = async (email: string, role: Role): Promise<string> => {
    const commands = await import('./user-commands.ts');
    return await commands.changeRole(readConfig(env), systemClock, { email, role });
  };

  user
    .command('promote')
    .description('make somebody an administrator')
    .argument('<email>', 'of the account')
    .action(async (email: string) => {
      console.log(`${await changeRole(email, 'admin')} is an administrator now.`);
    });

  user
    .command('demote')
    .description('make an administrator an ordinary user again')
    .argument('<email>', 'of the account')
    .action(async (email: string) => {
      console.log(`${await changeRole(email, 'user')} is no administrator.`);
    });

  user
    .command('reset-password')
    .description('print a code with which the owner of an account sets a new password')
    .argument('<email>', 'of the account')
    .action(async (email: string) => {
      const { openResetByHand } = await import('./user-commands.ts');
      const deps = { clock: systemClock, ids: randomIds };
      const { email: owner, token } = await openResetByHand(readConfig(env), deps, email);
      console.log(`${owner} sets a new password on the page /reset with this code, once:`);
      console.log(token);
      console.log('It is good for 30 minutes. Whoever has it has the account.');
    });

  user
    .command('remove-second-factor')
    .description('turn two-step sign-in off for somebody who lost phone and recovery codes')
    .argument('<email>', 'of the account')
    .action(async (email: string) => {
      const { removeSecondFactor } = await import('./user-commands.ts');
      const removed = await removeSecondFactor(readConfig(env), systemClock, email);
      console.log(`${removed} signs in by the password alone now.`);
    });
}

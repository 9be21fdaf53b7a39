import { Command, Option } from 'commander';
import about from '../../package.json' with { type: 'json' };
import { misspeltIn, readConfig } from '../config.ts';
import type { Database } from '../db/database.ts';
import { systemClock } from '../kit/time/clock.ts';
import { addUserCommands } from './add-user-commands.ts';
import type { BackupOptions } from './backups/back-up-to.ts';
import type { ServeOptions } from './serve.ts';
import { addSimulateCommand } from './simulate/options.ts';

const settingsHelp = `
Run it as: npm run -s kisima -- COMMAND
Every command reads the settings of the server from the environment: DATA_DIR (by default ./data)
or DATABASE_URL says which database is meant, docs/settings.md lists them all. Only simulate goes
to a running server, by its --url.

Examples:
  npm run -s kisima -- backup kisima.backup
  npm run -s kisima -- sms grant asha@example.com 1000 "M-Pesa QK7"
  npm run -s kisima -- simulate --devices 50 --days 7`;

/** `kisima COMMAND`. Each command loads its own code, so that help is there at once. */
export function createProgram(env: NodeJS.ProcessEnv): Command {
  const program = new Command('kisima')
    .description(about.description)
    .version(about.version)
    .exitOverride()
    .addHelpText('after', settingsHelp)
    .configureOutput({ outputError: (text, write) => write(withHint(withoutPasswords(text))) })
    .hook('preAction', (_, command) => {
      // The server logs them.
      if (command.name() !== 'serve') warnOfMisspelt(env);
    });

  program
    .command('serve')
    .description('start the server, as npm start does')
    .option('--demo', 'with a demo account, whose six tanks are alive')
    .option('--look', 'only show what is stored: take, change and send nothing')
    .addOption(new Option('--service <name>', 'one service alone').choices(['water', 'sms']))
    .action(async (options: ServeOptions) => {
      const { serve } = await import('./serve.ts');
      await serve(options, env);
    });

  addDatabaseCommands(program, env);
  addSmsCommands(program.command('sms').description('give credits, end API keys'), env);
  program
    .command('users')
    .description('list all accounts with their roles')
    .action(async () => {
      const { listUsers } = await import('./user-commands.ts');
      for (const line of await listUsers(readConfig(env))) console.log(line);
    });
  const user = program
    .command('user')
    .description('change a role, open a password reset, turn two-step sign-in off');
  addUserCommands(user, env);
  addSimulateCommand(program, async (options) => {
    const { runSimulation } = await import('./simulate/run-simulation.ts');
    await runSimulation(options);
  });
  return program;
}

/** A misspelt setting would be ignored, and another database be used. */
export function warnOfMisspelt(env: NodeJS.ProcessEnv): void {
  for (const { name, meant } of misspeltIn(env)) {
    console.error(`Warning: ${name} is no setting; did you mean ${meant}?`);
  }
}

function withHint(text: string): string {
  return `${text.trimEnd()} (--help tells more)\n`;
}

function addDatabaseCommands(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('migrate')
    .description('bring the database up to this version, without starting the server')
    .option('--distribute', 'then spread it over the servers of a Citus cluster (docs/scaling.md)')
    .action(async (options: { distribute?: true }) => {
      const { migrateOnly } = await import('./migrate-only.ts');
      const { distribute } = await import('./distribute.ts');
      const spread = (db: Database) => distribute(db, (line) => console.log(line));
      const steps = await migrateOnly(readConfig(env), options.distribute ? spread : undefined);
      console.log(steps.length > 0 ? `Done: ${steps.join(', ')}.` : 'The database is up to date.');
    });

  program
    .command('backup')
    .description('copy the database into one file, also while the server runs')
    .argument('[file]', 'a new one; it will hold the server secret, too')
    .option(
      '--to <place>',
      'in its stead a folder or s3://bucket/prefix: the time will be its name',
    )
    .option('--keep <number>', 'remove older ones from that place, so that so many stay')
    .action(async (file: string | undefined, options: BackupOptions) => {
      const { runBackup } = await import('./backups/back-up-to.ts');
      for (const line of await runBackup(readConfig(env), file, options)) console.log(line);
    });

  program
    .command('restore')
    .description('put a backup in the place of the database; the server must be stopped')
    .argument('<file>', 'one that backup has made')
    .action(async (file: string) => {
      const { restore } = await import('./restore.ts');
      const { madeAt, kept } = await restore(readConfig(env), file, systemClock());
      console.log(`Restored the backup of ${madeAt}.`);
      if (kept) console.log(`What was there is kept in ${kept}, a data folder of its own.`);
    });

  program
    .command('copy')
    .description(
      'copy everything to the other engine, for a move; can be interrupted and run again',
    )
    .requiredOption('--to <target>', 'where to: postgres://… or sqlite:FOLDER')
    .action(async ({ to }: { to: string }) => {
      const { copyInstallation } = await import('./copy/copy-installation.ts');
      await copyInstallation(readConfig(env), to);
    });

  program
    .command('recompute')
    .description(
      'compute use and refills again from the stored readings, also while the server runs',
    )
    .argument('[device]', 'MAC or serial of one device (default: all)')
    .action(async (device: string | undefined) => {
      const { recomputeByHand } = await import('./recompute.ts');
      console.log(await recomputeByHand(readConfig(env), device));
    });

  program
    .command('doctor')
    .description('check that the database is whole and all credits add up')
    .action(async () => {
      const { examine } = await import('./doctor.ts');
      const { lines, isWell } = await examine(readConfig(env));
      for (const line of lines) console.log(line);
      if (!isWell) process.exitCode = 1;
    });
}

function addSmsCommands(sms: Command, env: NodeJS.ProcessEnv): void {
  sms
    .command('grant')
    .description('give an account credits for SMS')
    .argument('<email>', 'of the account')
    .argument('<credits>', 'how many to add; one sends one message to one phone')
    .argument('[note]', 'for the owner to read, such as a receipt number')
    .action(async (email: string, credits: string, note: string | undefined) => {
      const { grantByHand } = await import('./sms-commands.ts');
      const order = { email, credits, note: note ?? null };
      console.log(await grantByHand(readConfig(env), systemClock, order));
    });

  sms
    .command('take-back')
    .description('take unused credits back from an account, as of a grant by mistake')
    .argument('<email>', 'of the account')
    .argument('<credits>', 'how many to take back')
    .argument('[note]', 'for the owner to read')
    .action(async (email: string, credits: string, note: string | undefined) => {
      const { grantByHand } = await import('./sms-commands.ts');
      const order = { email, credits, note: note ?? null, isBack: true };
      console.log(await grantByHand(readConfig(env), systemClock, order));
    });

  sms
    .command('suspend')
    .description('hold all SMS of an account, which stays readable')
    .argument('<email>', 'of the account')
    .argument('<reason>', 'for the owner to read')
    .action(async (email: string, reason: string) => {
      const { suspendByHand } = await import('./suspend-command.ts');
      console.log(await suspendByHand(readConfig(env), systemClock, { email, reason }));
    });

  sms
    .command('resume')
    .description('let a suspended account send again; what waits goes out')
    .argument('<email>', 'of the account')
    .action(async (email: string) => {
      const { suspendByHand } = await import('./suspend-command.ts');
      console.log(await suspendByHand(readConfig(env), systemClock, { email }));
    });

  sms
    .command('revoke-key')
    .description('end an API key at once')
    .argument('<id|prefix>', 'its number, or the first letters of the key')
    .action(async (key: string) => {
      const { revokeByHand } = await import('./sms-commands.ts');
      console.log(await revokeByHand(readConfig(env), systemClock, key));
    });
}

/** An argument in the wrong place may be the URL of a database. */
function withoutPasswords(text: string): string {
  return text.replaceAll(/:\/\/\S*@/g, '://…@');
}

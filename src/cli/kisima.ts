import { enableCompileCache } from 'node:module';
import { readConfig } from '../config.ts';
import type { Database } from '../db/database.ts';
import { systemClock } from '../kit/time/clock.ts';
import { CommandError } from './command-error.ts';
import { runCommand } from './run-command.ts';

enableCompileCache();

type Command = { usage: string; summary: string; run: (args: string[]) => Promise<void> };

const commands: Record<string, Command> = {
  serve: {
    usage: 'serve [--demo] [--service sms|water]',
    summary: 'start the server, as npm start does',
    run: async (args) => (await import('./serve.ts')).serve(args, process.env),
  },
  migrate: {
    usage: 'migrate [--distribute]',
    summary: 'bring the database up to this program without starting it; spread it over Citus',
    run: async ([option, ...rest]) => {
      const isKnown = option === undefined || option === '--distribute';
      if (!isKnown || rest.length > 0) throw wrongUse('migrate');
      const { migrateOnly } = await import('./migrate-only.ts');
      const { distribute } = await import('./distribute.ts');
      const more = (db: Database) => distribute(db, (line) => console.log(line));
      const steps = await migrateOnly(readConfig(process.env), option ? more : undefined);
      console.log(steps.length > 0 ? `Done: ${steps.join(', ')}.` : 'The database is up to date.');
    },
  },
  backup: {
    usage: 'backup FILE',
    summary: 'copy the database, also while the server runs',
    run: async (args) => {
      const { backUp } = await import('./backup.ts');
      const file = theFile(args, 'backup');
      const bytes = await backUp(readConfig(process.env), file, systemClock());
      console.log(`${file}: ${bytes} bytes. It holds the server secret: keep it as safe as that.`);
    },
  },
  restore: {
    usage: 'restore FILE',
    summary: 'put a backup in the place of the database; the server must be stopped',
    run: async (args) => {
      const { restore } = await import('./restore.ts');
      const config = readConfig(process.env);
      const { madeAt, kept } = await restore(config, theFile(args, 'restore'), systemClock());
      console.log(`Restored the backup of ${madeAt}.`);
      if (kept) console.log(`What was there is kept in ${kept}, a data folder of its own.`);
    },
  },
  copy: {
    usage: 'copy --to postgres://…|sqlite:FOLDER',
    summary: 'move everything to the other engine; can be interrupted and run again',
    run: async (args) => {
      const { copyCommand } = await import('./copy/copy-command.ts');
      await copyCommand(args, readConfig(process.env));
    },
  },
  doctor: {
    usage: 'doctor',
    summary: 'check the database itself and that all credits add up, also while the server runs',
    run: async (args) => {
      if (args.length > 0) throw wrongUse('doctor');
      const { examine } = await import('./doctor.ts');
      const { lines, isWell } = await examine(readConfig(process.env));
      for (const line of lines) console.log(line);
      if (!isWell) process.exitCode = 1;
    },
  },
  'sms grant': {
    usage: 'sms grant EMAIL CREDITS [NOTE]',
    summary: 'give an account credits for SMS, also while the server runs',
    run: async ([email, credits, note = null, ...rest]) => {
      if (!email || !credits || rest.length > 0) throw wrongUse('sms grant');
      const { grantByHand } = await import('./sms-commands.ts');
      const config = readConfig(process.env);
      console.log(await grantByHand(config, systemClock, { email, credits, note }));
    },
  },
  'sms revoke-key': {
    usage: 'sms revoke-key ID|PREFIX',
    summary: 'end an API key at once, also while the server runs',
    run: async ([key, ...rest]) => {
      if (!key || rest.length > 0) throw wrongUse('sms revoke-key');
      const { revokeByHand } = await import('./sms-commands.ts');
      console.log(await revokeByHand(readConfig(process.env), systemClock, key));
    },
  },
  'user promote': {
    usage: 'user promote EMAIL',
    summary: 'make somebody an administrator',
    run: async (args) => {
      console.log(`${await changeRole(args, 'promote', 'admin')} is an administrator now.`);
    },
  },
  'user demote': {
    usage: 'user demote EMAIL',
    summary: 'make an administrator an ordinary user again',
    run: async (args) => {
      console.log(`${await changeRole(args, 'demote', 'user')} is no administrator.`);
    },
  },
  'user remove-second-factor': {
    usage: 'user remove-second-factor EMAIL',
    summary: 'turn two-step sign-in off for who lost phone and recovery codes',
    run: async ([email, ...rest]) => {
      if (!email || rest.length > 0) throw wrongUse('user remove-second-factor');
      const { removeSecondFactor } = await import('./user-commands.ts');
      const removed = await removeSecondFactor(readConfig(process.env), systemClock, email);
      console.log(`${removed} signs in by the password alone now.`);
    },
  },
  simulate: {
    usage: 'simulate [--devices 10] [--days 1] [--speed 1] … (--help for all)',
    summary: 'run a fleet of virtual tanks against a server',
    run: async (args) => (await import('./simulate-command.ts')).simulateCommand(args),
  },
};

function theFile(args: string[], command: string): string {
  const [file, ...rest] = args;
  if (!file || rest.length > 0) throw new CommandError(`Usage: kisima ${command} FILE`);
  return file;
}

async function changeRole(
  [email, ...rest]: string[],
  verb: 'promote' | 'demote',
  role: 'user' | 'admin',
): Promise<string> {
  if (!email || rest.length > 0) throw wrongUse(`user ${verb}`);
  const commands = await import('./user-commands.ts');
  return await commands.changeRole(readConfig(process.env), systemClock, { email, role });
}

function wrongUse(name: string): CommandError {
  return new CommandError(`Usage: kisima ${commands[name]?.usage}`);
}

function usage(): string {
  const width = Math.max(...Object.values(commands).map((command) => command.usage.length));
  const lines = Object.values(commands).map(
    (command) => `  kisima ${command.usage.padEnd(width)}  ${command.summary}`,
  );
  return ['Usage:', ...lines].join('\n');
}

function find(name: string): Command | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

/** `kisima COMMAND`: the program's other doors, for the person who runs it. */
await runCommand(async () => {
  const [name = 'help', ...args] = process.argv.slice(2);
  if (name === 'help' || name === '--help') return console.log(usage());
  const [word = '', ...rest] = args;
  const command = find(name);
  const longer = find(`${name} ${word}`);
  if (command) return await command.run(args);
  if (longer) return await longer.run(rest);
  throw new CommandError(`There is no command ${name}.\n${usage()}`);
});

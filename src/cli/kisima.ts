import { enableCompileCache } from 'node:module';
import { readConfig } from '../config.ts';
import { systemClock } from '../kit/clock.ts';
import { CommandError } from './command-error.ts';
import { runCommand } from './run-command.ts';

enableCompileCache();

type Command = { usage: string; summary: string; run: (args: string[]) => Promise<void> };

const commands: Record<string, Command> = {
  serve: {
    usage: 'serve [--demo]',
    summary: 'start the server, as npm start does',
    run: async (args) => (await import('./serve.ts')).serve(args, process.env),
  },
  migrate: {
    usage: 'migrate',
    summary: 'bring the database up to this program without starting it',
    run: async (args) => {
      if (args.length > 0) throw new CommandError('Usage: kisima migrate');
      const { migrateOnly } = await import('./migrate-only.ts');
      const steps = await migrateOnly(readConfig(process.env));
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

function usage(): string {
  const width = Math.max(...Object.values(commands).map((command) => command.usage.length));
  const lines = Object.values(commands).map(
    (command) => `  kisima ${command.usage.padEnd(width)}  ${command.summary}`,
  );
  return ['Usage:', ...lines].join('\n');
}

/** `kisima COMMAND`: the program's other doors, for the person who runs it. */
await runCommand(async () => {
  const [name = 'help', ...args] = process.argv.slice(2);
  if (name === 'help' || name === '--help') return console.log(usage());
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new CommandError(`There is no command ${name}.\n${usage()}`);
  await command.run(args);
});

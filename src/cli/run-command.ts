import { CommanderError } from 'commander';
import { DataFolderError } from '../data-folder.ts';
import { SchemaError } from '../db/migrate.ts';
import { isStorageAway } from '../db/storage-away.ts';
import { reasonOf } from '../kit/refusal.ts';
import { SettingError, StartError } from '../kit/start-error.ts';
import { ConfigError } from '../settings/setting-types.ts';
import { CommandError, CommandFailure } from './command-error.ts';
import { placeTemporaryFiles } from './place-temporary-files.ts';
import { createProgram, warnOfMisspelt } from './program.ts';

const expected = [CommandError, CommandFailure, DataFolderError, SchemaError, StartError];

/** Exit status of a command with wrong arguments. */
const usageStatus = 2;

/** `EX_CONFIG` of sysexits.h, by which systemd knows that another try mends nothing. */
const configStatus = 78;

/**
 * Runs the command of the arguments. An error that the operator can mend is one clear line and status 2, or
 * 78 for wrong settings, an interrupted command one line and status 1, anything else is shown whole and
 * status 1.
 */
export async function runCommand(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  // All our files are for their owner alone, also in a folder that others may read.
  process.umask(0o077);
  placeTemporaryFiles(env);
  try {
    await createProgram(env).parseAsync(args.length > 0 ? args : ['help'], { from: 'user' });
  } catch (error) {
    if (error instanceof SettingError && args[0] === 'serve') warnOfMisspelt(env);
    if (!(error instanceof CommanderError)) console.error(describe(error) ?? error);
    const status = statusOf(error);
    if (status > 0) process.exit(status);
  }
}

function statusOf(error: unknown): number {
  // Commander throws also after help or the version, with status 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageStatus;
  if (error instanceof SettingError) return configStatus;
  const isFault = describe(error) === undefined || error instanceof CommandFailure;
  return isFault ? 1 : usageStatus;
}

/** Message for the operator; undefined for a fault of ours. */
function describe(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isRefusedBySystem(error)) return `${reasonOf(error)}.`;
  if (isStorageAway(error)) return `The database cannot be used: ${reasonOf(error)}.`;
  if (error instanceof ConfigError)
    return `${error.message}\ndocs/settings.md describes every setting.`;
  if (!expected.some((kind) => error instanceof kind)) return undefined;
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

/** A full disk, a folder that is not there, a file that may not be written. */
function isRefusedBySystem(error: Error): boolean {
  return 'syscall' in error;
}

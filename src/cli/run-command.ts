import { ConfigError } from '../config.ts';
import { DataFolderError } from '../data-folder.ts';
import { SchemaError } from '../db/migrate.ts';
import { StartError } from '../kit/start-error.ts';
import { CommandError, CommandFailure } from './command-error.ts';

const theirs = [
  CommandError,
  CommandFailure,
  ConfigError,
  DataFolderError,
  SchemaError,
  StartError,
];

/** The exit status of a command that was given something wrong. */
const usageStatus = 2;

/**
 * Runs a command; what the operator can mend is one clear line and status 2, what broke off one line
 * and status 1, anything else is shown whole and status 1.
 */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  // Whatever we write is for its owner alone, also in a folder that others may read.
  process.umask(0o077);
  try {
    await run();
  } catch (error) {
    const message = describe(error);
    console.error(message ?? error);
    const isFault = message === undefined || error instanceof CommandFailure;
    process.exit(isFault ? 1 : usageStatus);
  }
}

/** What the operator is told; undefined for a fault of ours. */
function describe(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isRefusedBySystem(error)) return `${error.message}.`;
  if (!theirs.some((kind) => error instanceof kind)) return undefined;
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

/** A full disk, a folder that is not there, a file that may not be written. */
function isRefusedBySystem(error: Error): boolean {
  return 'syscall' in error;
}

import { ConfigError } from '../config.ts';
import { DataFolderError } from '../data-folder.ts';
import { SchemaError } from '../db/migrate.ts';
import { CommandError } from './command-error.ts';

const theirs = [CommandError, ConfigError, DataFolderError, SchemaError];

/** The exit status of a command that was given something wrong. */
export const usageStatus = 2;

/**
 * Runs a command; what the operator can mend is one clear line and status 2, anything else is shown
 * whole and status 1.
 */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const isTheirs = theirs.some((kind) => error instanceof kind);
    console.error(isTheirs ? (error as Error).message : error);
    process.exit(isTheirs ? usageStatus : 1);
  }
}

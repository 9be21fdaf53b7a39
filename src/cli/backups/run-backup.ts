import type { Config } from '../../config.ts';
import { systemClock } from '../../kit/time/clock.ts';
import { CommandError } from '../command-error.ts';
import { backUpTo } from './back-up-to.ts';
import { backUp } from './backup.ts';

export type BackupOptions = { to?: string; keep?: string };

const caution = 'It holds the server secret: keep it as safe as that.';

/**
 * `kisima backup`, into one file or to a place of many.
 * @returns what the person at the terminal is told.
 * @throws CommandError of a wrong call, and as `backUp` and `backUpTo` do.
 */
export async function runBackup(
  config: Config,
  file: string | undefined,
  { to, keep }: BackupOptions,
): Promise<string[]> {
  if (file !== undefined && to !== undefined) throw new CommandError(`${file} or --to, not both.`);
  if (to === undefined && keep !== undefined)
    throw new CommandError('--keep needs a place by --to.');
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep)) {
    throw new CommandError('--keep is a number, 1 or more.');
  }
  if (to !== undefined) {
    const order = { to, keep: keep === undefined ? undefined : Number(keep) };
    const { where, bytes, removed } = await backUpTo(config, order, systemClock());
    return [`${where}: ${bytes} bytes. ${caution}`, ...removed.map((name) => `Removed ${name}.`)];
  }
  if (file === undefined) throw new CommandError('Name a new file, or a place by --to.');
  return [`${file}: ${await backUp(config, file, systemClock())} bytes. ${caution}`];
}

import { resolve } from 'node:path';
import { defaultDataDir } from '../settings/storage.ts';

/**
 * Has SQLite put the files of its sorts into the data folder. It looks once, when the first connection is
 * opened; the folders that it would take by itself are memory in many containers, and may be small. The
 * files have no names, so that nothing of them stays. A folder that cannot be written to is passed over.
 * `SQLITE_TMPDIR` names another one.
 * @param env of the process
 */
export function placeTemporaryFiles(env: NodeJS.ProcessEnv): void {
  env['SQLITE_TMPDIR'] ??= resolve(env['DATA_DIR'] || defaultDataDir);
}

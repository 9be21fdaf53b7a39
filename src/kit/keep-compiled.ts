import { accessSync, constants, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Beside the packages, so that nothing stays in the folder for temporary files. */
const ownFolder = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url));

/**
 * Keeps Node's compiled code, so that the next start, and each thread of this one, finds it. Called before
 * anything else is loaded. `NODE_COMPILE_CACHE` names another folder; where the program is installed
 * read-only, Node takes one for temporary files.
 * @param env of the process, in which threads and child processes find the folder
 */
export function keepCompiled(env: NodeJS.ProcessEnv): void {
  if (isOurs(ownFolder)) env['NODE_COMPILE_CACHE'] ??= ownFolder;
  enableCompileCache();
}

function isOurs(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

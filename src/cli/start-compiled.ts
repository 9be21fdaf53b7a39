import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Requests leave only short-lived objects behind, which a large nursery collects with less work:
 * decision 19. V8 would let it grow to 64 MB, and never gives it back. It takes this only from the
 * command line; what stands there already counts.
 */
const nursery = '--max-semi-space-size=32';

/**
 * Starts this program once more in the same process, with Node's compile cache on from the first
 * file. Else Node loads its compiler of TypeScript for that one file and keeps it, 12 to 18 MB, for
 * as long as the server runs. Takes some 70 ms; where it cannot be done (Windows, or a parent that
 * talks to us over a channel), the program goes on as it is.
 */
export function startCompiled(process: NodeJS.Process): void {
  const { env, execPath, execArgv, argv, channel, execve } = process;
  if (env['NODE_COMPILE_CACHE'] || env['NODE_DISABLE_COMPILE_CACHE'] || channel || !execve) return;
  const folder = join(tmpdir(), 'node-compile-cache');
  try {
    execve(execPath, [execPath, nursery, ...execArgv, ...argv.slice(1)], {
      // Else glibc keeps a pool of freed memory for each of a dozen threads that hardly ever allocate.
      MALLOC_ARENA_MAX: '2',
      ...env,
      NODE_COMPILE_CACHE: folder,
    });
  } catch {
    // As it is, then.
  }
}

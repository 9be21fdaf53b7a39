import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Logger } from 'pino';
import { readConfig } from '../config.ts';
import { createLog } from '../create-log.ts';
import { isLoopback } from '../kit/http/host-check.ts';
import { type RunningServer, runServer } from '../run.ts';
import type { Service } from '../server.ts';
import { outliveReader } from './closed-pipe.ts';
import { CommandError } from './command-error.ts';

export type ServeOptions = {
  demo?: boolean;
  /** Runs one service alone; both by default. */
  service?: Service;
  /** Only shows what is stored, as for a restore that is tried. */
  look?: boolean;
};

/** Starts the server and stops it on SIGTERM and SIGINT; a second signal ends it at once. */
export async function serve(
  { demo = false, service: only, look: onlyLooks = false }: ServeOptions,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  // npm takes options before `--` for its own, and a server without a demo would start.
  if (!demo && env['npm_config_demo'] === 'true') {
    throw new CommandError('npm took --demo for its own option. Write: npm start -- --demo');
  }
  if (demo && only === 'sms') throw new CommandError('--demo fills the water level service.');
  if (demo && onlyLooks) throw new CommandError('--demo pushes readings; --look takes none.');
  if (!onlyLooks && env['npm_config_look'] === 'true') {
    throw new CommandError('npm took --look for its own option. Write: npm start -- --look');
  }
  const config = readConfig(demo ? { ...demoLimits, ...env } : env);
  if (demo && !isLoopback(config.host)) {
    throw new CommandError(
      '--demo makes an account that everybody knows: it needs a loopback HOST.',
    );
  }
  if (!demo) outliveReader();
  const log = await createLog(config);
  const server = await runServer(config, { log, only, onlyLooks });
  // Before anything else, since a reader of its ready line may stop it at once.
  const leaving = new AbortController();
  stopOnSignals(server, log, leaving);
  trimMemory();
  if (demo) {
    const { runDemo } = await import('./simulate/run-simulation.ts');
    await runDemo(server.url, leaving.signal);
  } else if (process.stdout.isTTY) {
    console.log(`Open ${server.url} in a browser. Ctrl-C stops the server.`);
  }
}

/** The demo fills in two weeks at once, which no real device may do. */
const demoLimits = {
  PUSH_RATE_PER_DEVICE: '100000',
  PUSH_BURST_PER_DEVICE: '100000',
  LOG_LEVEL: 'warn',
};

/** One Ctrl-C can arrive twice: from the terminal, and from the npm above us, which passes it on. */
const sameKeystrokeMs = 500;

function stopOnSignals(server: RunningServer, log: Logger, leaving: AbortController): void {
  let first = 0;
  const stop = async (signal: NodeJS.Signals) => {
    if (leaving.signal.aborted) {
      if (performance.now() - first < sameKeystrokeMs) return;
      log.warn({ signal }, 'second signal: leaving at once');
      process.exit(1);
    }
    first = performance.now();
    leaving.abort();
    log.info({ signal }, 'stopping');
    await server.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

type CollectGarbage = (options: {
  type: 'major';
  execution: 'sync';
  flavor: 'last-resort';
}) => void;

/**
 * Gives back memory of the start: modules once parsed, schemas once compiled. V8 would keep it while the
 * server is idle. Takes about 30 ms, so only for a moment without other work.
 */
function trimMemory(): void {
  setFlagsFromString('--expose-gc');
  const collectGarbage: CollectGarbage = runInNewContext('gc');
  collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

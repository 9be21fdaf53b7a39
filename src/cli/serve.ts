import { parseArgs } from 'node:util';
import type { Logger } from 'pino';
import { readConfig } from '../config.ts';
import { isLoopback } from '../kit/http/host-names.ts';
import { keepTicksFast } from '../kit/time/keep-ticks-fast.ts';
import { trimMemory } from '../kit/trim-memory.ts';
import { createLog, type RunningServer, runServer } from '../run.ts';
import { type Service, services } from '../server.ts';
import { CommandError } from './command-error.ts';

type Environment = Record<string, string | undefined>;

/** Starts the server and stops it on SIGTERM and SIGINT; another one later leaves at once. */
export async function serve(args: string[], env: Environment): Promise<void> {
  const { demo, only } = readArguments(args);
  const config = readConfig(demo ? { ...demoLimits, ...env } : env);
  if (demo && !isLoopback(config.host)) {
    throw new CommandError(
      '--demo makes an account that everybody knows: it needs a loopback HOST.',
    );
  }
  const log = createLog(config);
  const server = await runServer(config, { log, only });
  keepTicksFast();
  trimMemory();
  const leaving = new AbortController();
  stopOnSignals(server, log, leaving);
  if (demo) {
    const { runDemo } = await import('./demo.ts');
    await runDemo(server.url, leaving.signal);
  }
}

/** The demo fills in two weeks at once, which no real device would be allowed to. */
const demoLimits = {
  PUSH_RATE_PER_DEVICE: '100000',
  PUSH_BURST_PER_DEVICE: '100000',
  LOG_LEVEL: 'warn',
};

function readArguments(args: string[]): { demo: boolean; only: Service | undefined } {
  const { demo, service } = parseOptions(args);
  const only = services.find((each) => each === service);
  if (only === undefined && service !== 'both') throw wrongUse(`There is no service ${service}.`);
  if (demo && only === 'sms') throw wrongUse('--demo fills the water level service.');
  return { demo, only };
}

function parseOptions(args: string[]): { demo: boolean; service: string } {
  const options = {
    demo: { type: 'boolean', default: false },
    service: { type: 'string', default: 'both' },
  } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw wrongUse((error as Error).message);
  }
}

function wrongUse(message: string): CommandError {
  return new CommandError(`${message}\nUsage: npm start [-- [--demo] [--service sms|water]]`);
}

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

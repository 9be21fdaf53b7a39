import pino, { type Logger, type LoggerOptions } from 'pino';
import type { Config } from './config.ts';
import { createOutageFilter } from './db/outage-lines.ts';
import { createLogOutput, createTerminalLog } from './kit/text/log-output.ts';
import { systemTimers } from './kit/time/timers.ts';

/**
 * A logger to standard output, with few lines while storage is away: JSON for programs, and readable lines
 * at a terminal.
 */
export async function createLog(
  config: Config,
  isTerminal = process.stdout.isTTY,
): Promise<Logger> {
  const outages = createOutageFilter(systemTimers.now);
  const options: LoggerOptions = {
    level: config.logLevel,
    base: null,
    hooks: {
      logMethod(args, method) {
        const line = outages(args);
        if (line) method.apply(this, line);
      },
    },
  };
  const output = isTerminal ? await createTerminalLog() : createLogOutput();
  return pino(options, output);
}

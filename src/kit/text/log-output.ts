import pino, { type DestinationStream } from 'pino';
import { systemTimers, type Timers } from '../time/timers.ts';

/** Characters that are written at once, and the longest wait of fewer, in milliseconds. */
const together = 4096;
const waitMs = 100;
/** Of `warn`, see https://getpino.io/#/docs/api?id=loggerlevels-object. */
const warning = 40;

/** A stream of pino with the level of the line that comes. */
export type LogOutput = DestinationStream & { lastLevel: number };

/**
 * Standard output with lines written several together: a write for each line was a tenth of the time of a
 * short request. Lines wait at most a tenth of a second, warnings not at all. The destination's own
 * `minLength` will not do: when the reader of the log has gone, the process would never end.
 */
export function createLogOutput(
  fd: number = process.stdout.fd,
  timers: Pick<Timers, 'after'> = systemTimers,
): LogOutput {
  const out = pino.destination({ fd, sync: false });
  let waiting = '';
  let isAwaited = false;

  const flush = (): void => {
    if (waiting === '') return;
    out.write(waiting);
    waiting = '';
  };
  const flushSoon = (): void => {
    if (isAwaited) return;
    isAwaited = true;
    timers.after(waitMs, () => {
      isAwaited = false;
      flush();
    });
  };
  process.once('exit', () => {
    flush();
    out.flushSync();
  });
  const output = {
    [pino.symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write: (line: string) => {
      waiting += line;
      if (output.lastLevel >= warning || waiting.length >= together) flush();
      else flushSoon();
    },
  };
  return output;
}

/** Standard output for a person: a time of day, a level and a sentence, with colours. */
export async function createTerminalLog(
  destination: DestinationStream | number = process.stdout.fd,
): Promise<DestinationStream> {
  // Imported here because servers write to no terminal.
  const { default: pretty } = await import('pino-pretty');
  return pretty({
    destination,
    sync: true,
    colorize: true,
    // Half a page of facts beneath each sentence would hide the sentences.
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
  });
}

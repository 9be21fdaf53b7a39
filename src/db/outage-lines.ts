import type { LogFn } from 'pino';
import { isStorageAway } from './storage-away.ts';

/** While storage is away a thousand requests a second fail for one reason; one line in this time says so. */
const everyMs = 10_000;

type Written = { at: number; leftOut: number };
type LogArguments = Parameters<LogFn>;

/**
 * Filter for the log's hook: passes one line of each kind about storage that is away in ten seconds, with
 * the number of lines left out since as `left_out`. All other lines pass.
 * @param now milliseconds that only ever go forward.
 */
export function createOutageFilter(
  now: () => number,
): (line: LogArguments) => LogArguments | undefined {
  const written = new Map<unknown, Written>();
  return (line) => {
    const [fields, message] = line as unknown[];
    if (!isStorageAway((fields as { err?: unknown } | undefined)?.err)) return line;
    const before = written.get(message);
    if (before && now() - before.at < everyMs) {
      before.leftOut += 1;
      return undefined;
    }
    written.set(message, { at: now(), leftOut: 0 });
    if (!before?.leftOut) return line;
    return [{ ...(fields as object), left_out: before.leftOut }, message] as LogArguments;
  };
}

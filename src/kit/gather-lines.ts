import pino, { type DestinationStream } from 'pino';

/** How long a line may wait for others, in milliseconds. */
const gatherMs = 20;
/** So many characters leave at once. */
const most = 8192;

/**
 * A file descriptor for a log's lines. Those of some milliseconds leave in one write: a write for each
 * wakes a thread for it, this one again afterwards and whoever reads. What waits when the process exits
 * is written then; only a kill takes it along.
 */
export function gatherLines(fd: number): DestinationStream & { flushSync: () => void } {
  const stream = pino.destination({ fd, minLength: most, sync: false });
  let isDue = false;
  const flush = () => {
    isDue = false;
    stream.flush();
  };
  return {
    write: (line) => {
      stream.write(line);
      if (isDue) return;
      isDue = true;
      setTimeout(flush, gatherMs).unref();
    },
    // For `fatal`, which pino writes at once.
    flushSync: () => stream.flushSync(),
  };
}

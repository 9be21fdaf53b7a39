/** 128 + SIGPIPE: what shells report of a program whose output nobody reads any more. */
const closedPipeStatus = 141;

const streams = [process.stdout, process.stderr];

/** Ends the command without a word once the reader of its output has gone, as `head` does. */
export function endWithReader(): void {
  for (const stream of streams) stream.on('error', endQuietly);
}

/** Takes `endWithReader` back, for a server: it goes on serving when the reader of its log dies. */
export function outliveReader(): void {
  for (const stream of streams) stream.off('error', endQuietly);
}

function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(closedPipeStatus);
}

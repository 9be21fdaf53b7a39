import { Unreachable } from './failure.ts';

/** Silence after which a body counts as lost. */
const longestSilenceMs = 30_000;

type Options = {
  onProgress: (bytes: number) => void;
  /** Closes the connection, so that an unwanted file costs no more data. */
  signal: AbortSignal;
};

/**
 * Reads a body piece by piece, with progress.
 * @returns undefined if `signal` stopped it.
 * @throws Unreachable if the connection broke, or nothing came for half a minute.
 */
export async function receiveFile(
  response: Response,
  { onProgress, signal }: Options,
): Promise<Blob | undefined> {
  const reader = response.body?.getReader();
  if (!reader) return await response.blob();
  const silence = createAlarm(longestSilenceMs);
  // Only the reader can cancel: the body itself is locked.
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), silence.after()]);
      if (signal.aborted) return undefined;
      if (done) break;
      pieces.push(value);
      bytes += value.length;
      onProgress(bytes);
    }
    return new Blob(pieces, { type: response.headers.get('content-type') ?? '' });
  } catch (error) {
    stop();
    if (signal.aborted) return undefined;
    throw new Unreachable(error);
  } finally {
    silence.clear();
    signal.removeEventListener('abort', stop);
  }
}

/** Makes a promise that rejects unless it is renewed within `milliseconds`. */
function createAlarm(milliseconds: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clear = () => clearTimeout(timer);
  const after = () => {
    clear();
    return new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('Nothing came any more.')), milliseconds);
    });
  };
  return { after, clear };
}

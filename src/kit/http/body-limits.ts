import { type Readable, Transform } from 'node:stream';
import { ApiError } from '../api/failures/api-error.ts';
import type { App } from './app.ts';

/** Bytes that a body may have where nothing is said: far more than one record with long fields needs. */
export const usualBodyLimit = 16_384;

/** Who writes a file line by line, each as a chunk of its own, has room for five times ten thousand. */
const mostPieces = 50_000;

/**
 * Refuses large bodies that come in crumbs, on the routes that are declared from here on. Each is kept as
 * an object of some hundred bytes until the last is there: 4 MB, byte by byte, were 1.7 GB.
 */
export function refuseCrumbs(app: App): void {
  app.addHook('onRoute', (route) => {
    if ((route.bodyLimit ?? 0) <= mostPieces) return;
    route.preParsing = [
      async (_request, _reply, payload) => countPieces(payload as Readable),
      ...[route.preParsing ?? []].flat(),
    ];
  });
}

function countPieces(payload: Readable): Readable {
  let pieces = 0;
  const counter = new Transform({
    transform: (piece, _encoding, done) => {
      pieces += 1;
      if (pieces <= mostPieces) done(null, piece);
      else done(new ApiError(413, 'too_large', 'The body comes in too many pieces.'));
    },
  });
  // A pipe tells its end of no errors, such as that the client has gone.
  payload.once('error', (error) => counter.destroy(error));
  return payload.pipe(counter);
}

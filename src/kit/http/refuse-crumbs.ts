import { type Readable, Transform } from 'node:stream';
import { ApiError } from '../api/failures/api-error.ts';
import type { App } from './app.ts';

/**
 * A client that writes a file line by line, each as a chunk of its own, has room for five times ten
 * thousand.
 */
const mostPieces = 50_000;

/**
 * Refuses large bodies in tiny chunks, on the routes that are declared from here on. Each chunk is kept as
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
  // A pipe does not pass errors on, such as that the client has gone.
  payload.once('error', (error) => counter.destroy(error));
  return payload.pipe(counter);
}

import { PassThrough, type Readable } from 'node:stream';
import { createInflateRaw, createUnzip } from 'node:zlib';
import type { FastifyRequest, preParsingHookHandler } from 'fastify';
import { ApiError, failures } from '../api/failures/api-error.ts';
import type { App } from './app.ts';

/** Content encodings of requests. */
const encodings = ['gzip', 'x-gzip', 'deflate'];

/** What the framework compares with the length that a request states. */
type Inflated = Readable & { receivedEncodedLength: number };

/**
 * Takes compressed bodies, for the `preParsing` of a route. What comes out is bounded by the route's
 * `bodyLimit`, as it comes: a small body that would be a large one fills no memory.
 * @throws ApiError 415 for another encoding, 400 for what is not in the one that it states.
 */
export const inflateBody: preParsingHookHandler = async (request, _reply, payload) => {
  const encoding = encodingOf(request);
  if (encoding === undefined) return payload;
  if (!encodings.includes(encoding)) {
    throw new ApiError(415, 'unsupported_media_type', 'Content-Encoding may be gzip or deflate.', {
      headers: { 'Accept-Encoding': 'gzip, deflate' },
    });
  }
  return inflate(payload as Readable, encoding);
};

/** Refuses compressed bodies, on the routes of services that are declared from here on and do not unpack them. */
export function refuseEncodedBodies(app: App): void {
  app.addHook('onRoute', (route) => {
    const own = [route.preParsing ?? []].flat();
    if (!route.schema?.body || own.includes(inflateBody)) return;
    route.preParsing = [refuseEncoded, ...own];
  });
}

const refuseEncoded: preParsingHookHandler = async (request, _reply, payload) => {
  const encoding = encodingOf(request)?.slice(0, 40);
  if (encoding === undefined) return payload;
  const message = `Content-Encoding ${encoding} is not understood here; send the body as it is.`;
  throw new ApiError(415, 'unsupported_media_type', message, {
    headers: { 'Accept-Encoding': 'identity' },
  });
};

function encodingOf({ headers }: FastifyRequest): string | undefined {
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  return encoding === '' || encoding === 'identity' ? undefined : encoding;
}

function inflate(payload: Readable, encoding: string): Inflated {
  const inflated = Object.assign(new PassThrough(), { receivedEncodedLength: 0 });
  const isBroken = () =>
    inflated.destroy(
      failures.malformed('The body is not compressed as its Content-Encoding says.'),
    );
  payload.on('data', (piece: Buffer) => {
    inflated.receivedEncodedLength += piece.length;
  });
  // A pipe does not pass errors on, nor that what reads it has had enough.
  payload.once('error', (error) => inflated.destroy(error));
  payload.once('end', isBroken);
  payload.once('data', (first: Buffer) => {
    payload.removeListener('end', isBroken);
    const unzip = encoding === 'deflate' && isRaw(first) ? createInflateRaw() : createUnzip();
    unzip.once('error', isBroken);
    inflated.once('close', () => {
      payload.unpipe(unzip);
      unzip.destroy();
    });
    unzip.write(first);
    payload.pipe(unzip).pipe(inflated);
  });
  return inflated;
}

/** The method in the first byte of zlib, and the first byte of gzip; neither begins a raw stream. */
const zlibMethod = 8;
const gzipStart = 0x1f;

/**
 * Whether what is called deflate lacks the header of zlib that RFC 9110 asks for, as from MicroPython, whose `deflate`
 * writes none unless it is told to.
 */
function isRaw([first = zlibMethod]: Buffer): boolean {
  return (first & 0x0f) !== zlibMethod && first !== gzipStart;
}

import { once } from 'node:events';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  type ZlibOptions,
} from 'node:zlib';
import type { FastifyInstance, FastifyReply, onSendAsyncHookHandler } from 'fastify';

/** A smaller answer goes into one packet anyway. */
const leastBytes = 1024;

// Quick levels: they cost a quarter of the usual ones and save nearly as much of such text. A window
// of 256 KiB keeps each answer that is under way small.
const brotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
const deflate: ZlibOptions = { level: 4 };

/** Each piece leaves as it comes, so that a client sees its answer grow, or break off. */
const encodings = {
  br: {
    whole: (bytes: string | Buffer) => promisify(brotliCompress)(bytes, brotli),
    stream: () => createBrotliCompress({ ...brotli, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  gzip: {
    whole: (bytes: string | Buffer) => promisify(gzip)(bytes, deflate),
    stream: () => createGzip({ ...deflate, flush: constants.Z_SYNC_FLUSH }),
  },
};

const compressible = /^(application\/json|text\/csv)\b/;

/**
 * Compresses JSON and CSV answers of the routes under a path for clients that accept it, streams as well as
 * whole ones. Other routes do not even pass here. Must be called before they are declared.
 */
export function compressAnswers(
  app: FastifyInstance,
  isCompressed: (path: string) => boolean,
): void {
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD' || !isCompressed(route.url)) return;
    route.onSend = [...[route.onSend ?? []].flat(), compressAnswer];
  });
}

/** Answers whose encoding is ours: one that fails before it leaves is answered anew, as a failure. */
const encoded = new WeakSet<FastifyReply>();

const compressAnswer: onSendAsyncHookHandler<unknown> = async (request, reply, payload) => {
  if (encoded.delete(reply)) reply.removeHeader('content-encoding');
  const isStream = payload instanceof Readable;
  const isLong = isText(payload) && Buffer.byteLength(payload) >= leastBytes;
  const type = String(reply.getHeader('content-type') ?? '');
  if (!(isStream || isLong) || !compressible.test(type) || reply.hasHeader('content-encoding')) {
    return payload;
  }
  varyByEncoding(reply);
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (!encoding || request.method === 'HEAD') return payload;
  reply.header('content-encoding', encoding).removeHeader('content-length');
  encoded.add(reply);
  const { whole, stream } = encodings[encoding];
  if (!isStream) return await whole(payload as string | Buffer);
  if (payload.readableLength === 0 && payload.readable) await once(payload, 'readable');
  // The end of either side ends the other: a client that hangs up, or a page that fails.
  const compressed = pipeline(payload, stream(), () => {});
  // From here on a failure breaks the answer off, as without compression: an answer that has begun is not
  // taken back because its first bytes still wait in the compressor.
  compressed.once('resume', () => reply.raw.flushHeaders());
  return compressed;
};

/** Marks an answer for caches as different for another `Accept-Encoding`. */
export function varyByEncoding(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
}

function isText(payload: unknown): payload is string | Buffer {
  return typeof payload === 'string' || Buffer.isBuffer(payload);
}

/** RFC 9110, section 12.5.3: the heaviest encoding that the client accepts, and brotli of two alike. */
export function chooseEncoding(
  header: string | string[] | undefined,
): keyof typeof encodings | undefined {
  const weights = new Map<string, number>();
  for (const part of String(header ?? '')
    .toLowerCase()
    .split(',')) {
    const [name = '', weight = '1'] = part.split(/\s*;\s*q\s*=\s*/);
    weights.set(name.trim(), Number(weight));
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, gzip] = [weightOf('br'), weightOf('gzip')];
  if (br > 0 && !(gzip > br)) return 'br';
  return gzip > 0 ? 'gzip' : undefined;
}

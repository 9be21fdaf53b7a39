import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, varyByEncoding } from '../http/compress.ts';

/** What is the same for everybody for as long as the program runs. */
export type FixedContent = {
  /** Its media type. */
  type: string;
  /** Its bytes, asked for once. */
  read: () => Buffer | Promise<Buffer>;
  /** The same compressed, where somebody did that already. */
  readCompressed?: (encoding: Encoding) => Promise<Buffer | undefined>;
};

export type FixedAnswer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

type Encoding = NonNullable<ReturnType<typeof chooseEncoding>>;
type Ready = { bytes: Buffer; etag: string };

/** Done once, so that it may take its time; the best quality would take ten times that for 5 %. */
const compress = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

const compressible = /^(text\/|application\/(json|javascript|manifest\+json|yaml)|image\/svg)/;

/**
 * Answers with the same bytes each time, compressed once for each encoding and kept; who has them
 * already, as their `If-None-Match` says, gets 304. Unless the route says otherwise, browsers ask
 * each time whether they still hold.
 */
export function createFixedAnswer({ type, read, readCompressed }: FixedContent): FixedAnswer {
  const bytes = once(async () => await read());
  const plain = once(async () => addTag(await bytes()));
  const compressed = (encoding: Encoding) =>
    once(async () =>
      addTag((await readCompressed?.(encoding)) ?? (await compress[encoding](await bytes()))),
    );
  const ready = { br: compressed('br'), gzip: compressed('gzip') };
  const isCompressible = compressible.test(type);

  return async (request, reply) => {
    const encoding = isCompressible
      ? chooseEncoding(request.headers['accept-encoding'])
      : undefined;
    const { bytes, etag } = await (encoding ? ready[encoding] : plain)();
    if (isCompressible) varyByEncoding(reply);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
    reply.header('etag', etag);
    if (holds(request.headers['if-none-match'], etag)) return reply.code(304).send();
    if (encoding) reply.header('content-encoding', encoding);
    return reply.type(type).send(bytes);
  };
}

/** What is written as JSON when it is first asked for. */
export function jsonContent(make: () => unknown): FixedContent {
  return {
    type: 'application/json; charset=utf-8',
    read: () => Buffer.from(JSON.stringify(make())),
  };
}

/** Makes something when it is first asked for; what fails is made anew the next time. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

function addTag(bytes: Buffer): Ready {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { bytes, etag: `"${hash}"` };
}

/** RFC 9110, section 13.1.2: compared without regard to what is weak. */
function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

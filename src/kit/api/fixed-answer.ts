import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, varyByEncoding } from '../http/compress.ts';

/** Content that is the same for all clients while the program runs. */
export type FixedContent = {
  type: string;
  /** Reads its bytes; called once. */
  read: () => Buffer | Promise<Buffer>;
  /** Reads the compressed bytes, if a compressed copy exists. */
  readCompressed?: (encoding: Encoding) => Promise<Buffer | undefined>;
};

export type FixedAnswer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

type Encoding = NonNullable<ReturnType<typeof chooseEncoding>>;
type Ready = { bytes: Buffer; etag: string };

/** Compressed once, so it may take its time; the best quality would take ten times that for 5 %. */
const compress = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

const compressible = /^(text\/|application\/(json|javascript|manifest\+json|yaml)|image\/svg)/;

/**
 * Answers with the same bytes each time, compressed once for each encoding and kept; a client that has
 * them, by its `If-None-Match`, gets 304. Unless the route says otherwise, browsers revalidate them each
 * time.
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

/** Content that is made and written as JSON when first asked for. */
export function jsonContent(make: () => unknown): FixedContent {
  return {
    type: 'application/json; charset=utf-8',
    read: () => Buffer.from(JSON.stringify(make())),
  };
}

/** Makes something when first asked for; after a failure it is made again. */
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

/** RFC 9110, section 13.1.2: weak comparison. */
function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

export type FixedFiles = Map<string, FixedAnswer>;

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** Suffixes of compressed copies beside a file. */
const suffixes = { br: '.br', gzip: '.gz' };

/**
 * Files in a folder at this time, of the types that pages are made of. Each is read when first asked for,
 * and then kept in memory.
 */
export function readFixedFiles(folder: string): FixedFiles {
  const names = new Set(readdirSync(folder));
  const files: FixedFiles = new Map();
  for (const name of names) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const answer = createFixedAnswer({
      type,
      read: () => readFile(join(folder, name)),
      readCompressed: async (encoding) => {
        const copy = name + suffixes[encoding];
        return names.has(copy) ? await readFile(join(folder, copy)) : undefined;
      },
    });
    files.set(name, answer);
  }
  return files;
}

/** Answers a route that ends with `*` with the file of that name, or as an unknown path. */
export function answerByName(files: FixedFiles): FixedAnswer {
  return async (request, reply) => {
    const { '*': name } = request.params as { '*': string };
    const answer = files.get(name);
    if (answer) return await answer(request, reply);
    reply.callNotFound();
    return reply;
  };
}

import { createHash } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { failures } from '../../../kit/api/failures/api-error.ts';
import type { App } from '../../../kit/http/app.ts';
import { canonicalRequest, hashBody } from './canonical.ts';

/** Header of a signed request and of its answer. */
export const signatureHeader = 'x-kisima-signature';
/** The same in the query, for firmware that can set no header. */
export const signatureField = 'kisima_signature';

/** A signature as a request carries it, whose key has yet to be found. */
export type SentSignature = {
  counter: number;
  /** In hexadecimal, lower case. */
  tag: string;
  /** Set where messages may overtake one another on their way. */
  isUnordered?: boolean;
  /** Where the signature of the answer goes: into a header, or around the body. */
  isInQuery: boolean;
  /** The text that it is over; to be asked for once the body was read. */
  text: () => string;
  /** Set once it has been found right: the key by which the answer is signed. */
  provenBy?: { apiKey: string; keyNo: number };
  /** Set once its counter is taken. */
  isTaken?: true;
};

/** A counter, what may be drawn beside it, and the signature. */
const signatureForm = /^(([1-9]\d{0,14})(?:-[0-9A-Za-z]{1,32})?)\.([0-9a-fA-F]{64})$/;
/** The signature comes last, so that what is signed is simply what stands before it. */
const lastField = new RegExp(`^(?:(.*)&)?${signatureField}=([^&]*)$`);

const kept = new WeakMap<FastifyRequest, SentSignature>();

/** The signature of a request; undefined where it carries none. */
export function signatureOf(request: FastifyRequest): SentSignature | undefined {
  return kept.get(request);
}

/**
 * Reads the signatures of requests on the routes that are declared from here on; to be called before a hook that
 * unpacks bodies, since what is signed is what was sent. A request without one passes untouched.
 */
export function readSignatures(app: App): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const query = queryOf(request.raw.url ?? '');
    const header = request.headers[signatureHeader];
    if (header === undefined && !query.includes(`${signatureField}=`)) return done(null, payload);
    const sent = readSignature(String(header ?? ''), query);
    if (!sent) return done(malformed());
    const { method } = request;
    const path = request.routeOptions.url ?? '';
    const { body, hashed } = method === 'POST' ? hashing(payload as Readable) : unread(payload);
    const { stamp, rest, ...signature } = sent;
    kept.set(request, {
      ...signature,
      text: () => canonicalRequest({ method, path, query: rest, bodyHash: hashed(), stamp }),
    });
    done(null, body as typeof payload);
  });
}

function malformed() {
  const shape = 'the counter, a dot and 64 hexadecimal digits';
  return failures.malformed(
    `The signature is ${shape}, in X-Kisima-Signature or as kisima_signature, the last field of the query.`,
  );
}

function queryOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? '' : url.slice(end + 1);
}

type Read = Omit<SentSignature, 'text'> & Stamped & { rest: string };

/** @returns undefined for what is no signature, or one of two. */
function readSignature(header: string, query: string): Read | undefined {
  const field = lastField.exec(query);
  const isInQuery = query.includes(`${signatureField}=`);
  if (isInQuery && (header !== '' || !field)) return undefined;
  const stamped = readStamped(isInQuery ? (field?.[2] ?? '') : header.trim());
  const rest = isInQuery ? (field?.[1] ?? '') : query;
  return stamped && { ...stamped, isInQuery, rest };
}

type Stamped = Pick<SentSignature, 'counter' | 'tag'> & { stamp: string };

/** Reads a counter, what may be drawn beside it, a dot and a signature; undefined for anything else. */
export function readStamped(text: string): Stamped | undefined {
  const [, stamp, counter, tag] = signatureForm.exec(text) ?? [];
  if (!stamp || !tag) return undefined;
  return { counter: Number(counter), tag: tag.toLowerCase(), stamp };
}

type Hashed = { body: unknown; hashed: () => string };

function unread(payload: unknown): Hashed {
  return { body: payload, hashed: () => hashBody('') };
}

/** Passes a body on and hashes it on its way. */
function hashing(payload: Readable): Hashed {
  const hash = createHash('sha256');
  const body = Object.assign(new PassThrough(), { receivedEncodedLength: 0 });
  payload.on('data', (piece: Buffer) => {
    hash.update(piece);
    body.receivedEncodedLength += piece.length;
  });
  // A pipe does not pass errors on, such as that the client has gone.
  payload.once('error', (error) => body.destroy(error));
  payload.pipe(body);
  let hashed: string | undefined;
  return {
    body,
    hashed: () => {
      hashed ??= hash.digest('hex');
      return hashed;
    },
  };
}

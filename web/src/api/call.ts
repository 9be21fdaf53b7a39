import { abortAfter } from '../kit/abort-after.ts';
import { withQuery } from '../kit/with-query.ts';
import { Failure, Unreachable } from './failure.ts';
import type { Operations } from './operations.ts';
import { endSession, token } from './session.ts';

/** Longer than the slowest report takes, short enough for a phone without network. */
const deadlineMs = 20_000;
/** A phone at the edge of its network sends ten kilobytes a second; the server waits for two minutes. */
const bytesPerMs = 10;
const longestMs = 120_000;

export type OperationName = keyof Operations;
export type AnswerOf<Name extends OperationName> = Operations[Name]['answer'];

type Input<Name extends OperationName> = Omit<Operations[Name], 'answer'>;
type Extras = {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** Bearer token in place of the session's, before there is one. */
  bearer?: string;
};
type Options<Name extends OperationName> = OptionalWhereEmpty<Input<Name>> & Extras;

type OptionalWhereEmpty<T> = {
  [K in keyof T as object extends T[K] ? never : K]: T[K];
} & { [K in keyof T as object extends T[K] ? K : never]?: T[K] };

type OptionsArgument<Name extends OperationName> =
  object extends Options<Name> ? [options?: Options<Name>] : [options: Options<Name>];

/**
 * Calls an operation of the public API by its name in /openapi.json.
 * @throws Failure the API's answer; a 401 also ends the session here, so that the person signs in.
 * @throws Unreachable if no answer came.
 */
export async function call<Name extends OperationName>(
  name: Name,
  ...[options]: OptionsArgument<Name>
): Promise<AnswerOf<Name>> {
  return await ask(name, options as CallParts | undefined, readJson<AnswerOf<Name>>);
}

export type Page<T> = { items: T; next: string | undefined };

/** As `call`, for a list: `next` is the address of the following page, for `callNext`. */
export async function callPage<Name extends OperationName>(
  name: Name,
  ...[options]: OptionsArgument<Name>
): Promise<Page<AnswerOf<Name>>> {
  return await ask(name, options as CallParts | undefined, readPage<AnswerOf<Name>>);
}

/** Calls the address of a following page. `T` is the list's type. */
export async function callNext<T>(address: string): Promise<Page<T>> {
  return await send('GET', address, {}, readPage<T>);
}

export type CallParts = Extras & {
  query?: Record<string, unknown>;
  path?: Record<string, unknown>;
  body?: unknown;
};

/** As `call`, with a body of text, such as a list as CSV. */
export async function callWithText<Name extends OperationName>(
  name: Name,
  parts: CallParts & { body: string },
): Promise<AnswerOf<Name>> {
  return await ask(name, parts, readJson<AnswerOf<Name>>);
}

/**
 * As `call`, but returns the raw response: for files and for headers. The deadline covers the
 * headers; the reader of the body sets its own.
 */
export async function callRaw(name: OperationName, parts: CallParts = {}): Promise<Response> {
  return await ask(name, parts, async (response) => response);
}

/** Reads a response; the deadline and the signal hold until it is read. */
type Read<T> = (response: Response) => Promise<T>;

async function ask<T>(name: OperationName, parts: CallParts = {}, read: Read<T>): Promise<T> {
  const [method = 'GET', template = ''] = name.split(' ', 2);
  return await send(method, addressOf(template, parts), parts, read);
}

async function send<T>(
  method: string,
  address: string,
  parts: CallParts,
  read: Read<T>,
): Promise<T> {
  const { body, signal, idempotencyKey, bearer = token.value } = parts;
  const headers = new Headers({ Accept: 'application/json' });
  if (bearer) headers.set('Authorization', `Bearer ${bearer}`);
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  const isText = typeof body === 'string';
  if (body !== undefined) headers.set('Content-Type', isText ? 'text/csv' : 'application/json');

  const sent = body === undefined ? undefined : isText ? body : JSON.stringify(body);
  const deadline = Math.min(longestMs, deadlineMs + (sent?.length ?? 0) / bytesPerMs);
  const aborting = abortAfter(deadline, signal);
  let failure: Failure;
  try {
    const response = await fetch(address, {
      method,
      headers,
      ...(sent !== undefined && { body: sent }),
      signal: aborting.signal,
    });
    // A body that breaks off counts as no answer.
    if (response.ok) return await read(response);
    failure = new Failure(response.status, await response.json().catch(() => undefined));
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(error);
  } finally {
    aborting.settle();
  }
  // A late 401 of an ended session does not end the next one.
  if (failure.status === 401 && bearer !== undefined && bearer === token.value) {
    endSession('expired');
  }
  throw failure;
}

function addressOf(template: string, { query = {}, path = {} }: CallParts): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(path[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return withQuery(filled, search);
}

async function readJson<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

async function readPage<T>(response: Response): Promise<Page<T>> {
  const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return { items: (await response.json()) as T, next };
}

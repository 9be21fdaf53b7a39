import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { formType, parseForm } from '../http/body-parsers.ts';
import type { Answered, AnswerObserver } from './route-hooks.ts';
import { declaredRoute } from './route-hooks.ts';
import { type Serialize, serializerOf } from './schema/serializer.ts';
import { compileCheck } from './schema/validator.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers a checked body; the route's forms then take the fast path. */
    fastPath?: (body: never) => Promise<unknown>;
    /** A header of requests that go the long way all the same, in lower case. */
    slowHeader?: string;
  }
}

type FastPathDeps = {
  /** False if the request has to go to the framework. */
  isOpen: (request: IncomingMessage) => boolean;
  newId: () => string;
  observer: AnswerObserver;
};

type FastPath = {
  bodyLimit: number;
  slowHeader: string | undefined;
  /** Status of the route's only success. */
  status: number;
  check: (body: unknown) => { value?: unknown; error?: Error };
  handle: (body: never) => Promise<unknown>;
  stringify: Serialize;
  tell: ((answered: Answered) => void) | undefined;
};

type Exchange = { path: FastPath; response: ServerResponse; start: number };

/**
 * The fast path of a route to which devices post the same small form all day: past the framework, which
 * takes 5 to 8 of the 55 µs that a push costs the main thread (decision 20). It checks by the route's
 * schema and answers its one success. Anything else (another body, a page of another origin, a stopping
 * server) goes to the framework, and a failure goes there with its error, so that all failures are
 * answered in one place.
 */
export function createFastPaths({ isOpen, newId, observer }: FastPathDeps) {
  const paths = new Map<string | undefined, FastPath>();
  const failed = new WeakMap<IncomingMessage, Error>();

  const answer = async ({ path, response, start }: Exchange, body: string): Promise<void> => {
    const checked = path.check(parseForm(body));
    if (checked.error) throw checked.error;
    const text = path.stringify(await path.handle(checked.value as never));
    const id = newId();
    response.writeHead(path.status, {
      'x-request-id': id,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
    const milliseconds = performance.now() - start;
    path.tell?.({ id, from: response.req, method: 'POST', status: path.status, milliseconds });
  };

  return {
    /** Collects the routes that have a fast path; must be called before they are declared. */
    collect: (app: FastifyInstance): void => {
      app.addHook('onRoute', (route) => {
        const handle = route.config?.fastPath;
        if (!handle) return;
        const slowHeader = route.config?.slowHeader;
        const tell = observer(declaredRoute(route));
        paths.set(route.url, { ...readRoute(route), slowHeader, handle, tell });
        route.onRequest = [
          ({ raw }, _reply, done) => done(failed.get(raw)),
          ...[route.onRequest ?? []].flat(),
        ];
      });
    },
    /** Receives requests in place of the framework. */
    before:
      (framework: RequestListener): RequestListener =>
      (request, response) => {
        const path = paths.get(request.url);
        if (!(path && isUsual(request, path) && isOpen(request)))
          return framework(request, response);
        const exchange = { path, response, start: performance.now() };
        readWhole(request, (body) => {
          answer(exchange, body).catch((error) => {
            failed.set(request, error);
            framework(request, response);
          });
        });
      },
  };
}

/** A body that breaks off is not reported: nobody waits for an answer. */
function readWhole(request: IncomingMessage, take: (body: string) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => take(Buffer.concat(chunks).toString()));
}

/** The schemas of a route that takes a form and has one success. */
function readRoute({ method, url, bodyLimit = 0, schema, validatorCompiler }: RouteOptions) {
  const { body, response = {} } = (schema ?? {}) as {
    body?: TSchema;
    response?: Record<string, TSchema>;
  };
  const [success] = Object.entries(response).filter(([status]) => status.startsWith('2'));
  if (method !== 'POST' || !body || !success) throw new Error(`${url} cannot have a fast path`);
  return {
    bodyLimit,
    status: Number(success[0]),
    check: checkOf(body, validatorCompiler),
    stringify: serializerOf(success[1]),
  };
}

/** The check that the framework would make: the route's own, where it has one. */
function checkOf(schema: TSchema, compile: RouteOptions['validatorCompiler']): FastPath['check'] {
  if (!compile) return compileCheck(schema);
  return compile({ schema, method: 'POST', url: '', httpPart: 'body' }) as FastPath['check'];
}

function isUsual(
  { method, headers }: IncomingMessage,
  { bodyLimit, slowHeader }: FastPath,
): boolean {
  const type = headers['content-type'];
  return (
    method === 'POST' &&
    (type === formType || type?.startsWith(`${formType};`) === true) &&
    Number(headers['content-length']) <= bodyLimit &&
    headers.origin === undefined &&
    headers['content-encoding'] === undefined &&
    (slowHeader === undefined || headers[slowHeader] === undefined)
  );
}

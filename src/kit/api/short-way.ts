import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import fastJson from 'fast-json-stringify';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { formType, parseForm } from '../http/body-parsers.ts';
import type { Answered, AnswerObserver } from './answer-observers.ts';
import { declaredRoute } from './route-hooks.ts';
import type { TSchema } from './type.ts';
import { compileCheck } from './validator.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Gives the answer to a body that has been checked; the route's forms then take the short way. */
    shortWay?: (body: never) => Promise<unknown>;
  }
}

type ShortWaysDeps = {
  /** Whether a request is taken at all. */
  isOpen: (request: IncomingMessage) => boolean;
  newId: () => string;
  observer: AnswerObserver;
};

type Way = {
  bodyLimit: number;
  /** Of the route's one success. */
  status: number;
  check: ReturnType<typeof compileCheck>;
  handle: (body: never) => Promise<unknown>;
  stringify: (answer: unknown) => string;
  tell: ((answered: Answered) => void) | undefined;
};

type Exchange = { way: Way; response: ServerResponse; start: number };

/**
 * The short way to a route to which thousands of devices post the same small form all day: past the
 * framework, which takes a sixth of the time of such a request. It checks by the route's own schema
 * and answers its one success. Whatever is not as usual (another body, a page of another origin, a
 * server that stops) goes the long way from the start, and what fails goes there with its failure, so
 * that every failure is told in one place.
 */
export function createShortWays({ isOpen, newId, observer }: ShortWaysDeps) {
  const ways = new Map<string | undefined, Way>();
  const failed = new WeakMap<IncomingMessage, Error>();

  const answer = async ({ way, response, start }: Exchange, body: string): Promise<void> => {
    const checked = way.check(parseForm(body));
    if ('error' in checked) throw checked.error;
    const text = way.stringify(await way.handle(checked.value as never));
    const id = newId();
    response.writeHead(way.status, {
      'x-request-id': id,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
    const milliseconds = performance.now() - start;
    way.tell?.({ id, from: response.req, method: 'POST', status: way.status, milliseconds });
  };

  return {
    /** Finds the routes that have a short way; must be called before they are declared. */
    collect: (app: FastifyInstance): void => {
      app.addHook('onRoute', (route) => {
        const handle = route.config?.shortWay;
        if (!handle) return;
        ways.set(route.url, { ...readRoute(route), handle, tell: observer(declaredRoute(route)) });
        route.onRequest = [
          ({ raw }, _reply, done) => done(failed.get(raw)),
          ...[route.onRequest ?? []].flat(),
        ];
      });
    },
    /** What listens for requests in the place of the framework's own listener. */
    before:
      (longWay: RequestListener): RequestListener =>
      (request, response) => {
        const way = ways.get(request.url);
        if (!(way && isUsual(request, way) && isOpen(request))) return longWay(request, response);
        const exchange = { way, response, start: performance.now() };
        readWhole(request, (body) => {
          answer(exchange, body).catch((error) => {
            failed.set(request, error);
            longWay(request, response);
          });
        });
      },
  };
}

/** A body that breaks off is never told of: nobody waits for an answer. */
function readWhole(request: IncomingMessage, take: (body: string) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const [first] = chunks;
    const whole = first && chunks.length === 1 ? first : Buffer.concat(chunks);
    take(whole.toString());
  });
}

/** The schemas of a route that takes a form and has one success. */
function readRoute({ method, url, bodyLimit = 0, schema }: RouteOptions) {
  const { body, response = {} } = (schema ?? {}) as {
    body?: TSchema;
    response?: Record<string, TSchema>;
  };
  const [success] = Object.entries(response).filter(([status]) => status.startsWith('2'));
  if (method !== 'POST' || !body || !success) throw new Error(`${url} cannot have a short way`);
  return {
    bodyLimit,
    status: Number(success[0]),
    check: compileCheck(body),
    stringify: fastJson(success[1]),
  };
}

function isUsual({ method, headers }: IncomingMessage, { bodyLimit }: Way): boolean {
  const type = headers['content-type'];
  return (
    method === 'POST' &&
    (type === formType || type?.startsWith(`${formType};`) === true) &&
    Number(headers['content-length']) <= bodyLimit &&
    headers.origin === undefined
  );
}

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set if devices call it all day, which pay for every byte. */
    isForDevices?: boolean;
  }
}

/** A declared route; `action` where it is chosen by `?action=`. */
export type DeclaredRoute = { path: string; action: string | undefined; isForDevices: boolean };

type RouteHook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

export function declaredRoute({ url, constraints, config }: RouteOptions): DeclaredRoute {
  const { action } = (constraints ?? {}) as { action?: string };
  return { path: url, action, isForDevices: config?.isForDevices ?? false };
}

/**
 * Adds a hook to each route that is declared from here on, made once for it and called before its own;
 * made without a route, for unknown paths. Fastify's own hooks learn their route anew at each request.
 */
export function addRouteHook(
  app: FastifyInstance,
  when: 'onRequest' | 'onResponse',
  make: (route: DeclaredRoute | undefined) => RouteHook | undefined,
): void {
  app.addHook('onRoute', (route) => {
    const hook = make(declaredRoute(route));
    if (hook) route[when] = [hook, ...[route[when] ?? []].flat()];
  });
  const otherwise = make(undefined);
  if (!otherwise) return;
  app.addHook(when, (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    if (request.is404) otherwise(request, reply, done);
    else done();
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Account of the request, set by the code that identifies it. */
    accountId?: number | undefined;
  }
}

/** A request with its answer. */
export type Answered = {
  id: string;
  /** Has the client's address. */
  from: Pick<IncomingMessage, 'socket' | 'headers'>;
  accountId?: number | undefined;
  method: string;
  /** Value of `action` in the query, of any type. */
  action?: unknown;
  status: number;
  /** Time from the request to the end of its answer. */
  milliseconds: number;
};

/**
 * Called once for each route, and once without one for unknown paths; returns the function that is called
 * with every answer.
 */
export type AnswerObserver = (
  route: DeclaredRoute | undefined,
) => ((answered: Answered) => void) | undefined;

export function joinObservers(observers: AnswerObserver[]): AnswerObserver {
  return (route) => {
    const told = observers.map((observer) => observer(route)).filter((each) => each !== undefined);
    if (told.length === 0) return undefined;
    return (answered) => {
      for (const tell of told) tell(answered);
    };
  };
}

/** Calls an observer with every answer of the framework on routes that are declared from here on. */
export function observeAnswers(app: FastifyInstance, observer: AnswerObserver): void {
  app.decorateRequest('accountId');
  addRouteHook(app, 'onResponse', (route) => {
    const tell = observer(route);
    if (!tell) return undefined;
    return (request, { statusCode: status, elapsedTime: milliseconds }, done) => {
      const { id, raw: from, accountId, method } = request;
      const { action } = (request.query ?? {}) as { action?: unknown };
      tell({ id, from, accountId, method, action, status, milliseconds });
      done();
    };
  });
}

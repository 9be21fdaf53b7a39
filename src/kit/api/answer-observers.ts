import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { addRouteHook, type DeclaredRoute } from './route-hooks.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose request it is, set by what finds that out. */
    accountId?: number | undefined;
  }
}

/** A request that has its answer. */
export type Answered = {
  id: string;
  /** What it came by; tells the client's address. */
  from: Pick<IncomingMessage, 'socket' | 'headers'>;
  accountId?: number | undefined;
  method: string;
  /** What stood in the query for `action`, whatever it was. */
  action?: unknown;
  status: number;
  /** From the request to the end of its answer. */
  milliseconds: number;
};

/** Asked once for each route, and once without one for unknown paths; gives what is called with every answer. */
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

/** Tells an observer of all that the framework answers on routes that are declared from here on. */
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

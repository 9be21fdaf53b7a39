import type { FastifyInstance } from 'fastify';
import { addRouteHook, type DeclaredRoute } from './route-hooks.ts';

/** A request that has its answer. */
export type Answered = {
  id: string;
  method: string;
  /** What stood in the query for `action`, whatever it was. */
  action?: unknown;
  status: number;
  /** From the request to the end of its answer. */
  milliseconds: number;
};

/**
 * Made for each route, and once for requests that no route took, of which it is told without one;
 * gives what is called with every answer, or nothing where it has no interest.
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

/** Tells an observer of all that the framework answers on routes that are declared from here on. */
export function observeAnswers(app: FastifyInstance, observer: AnswerObserver): void {
  addRouteHook(app, 'onResponse', (route) => {
    const tell = observer(route);
    if (!tell) return undefined;
    return ({ id, method, query }, { statusCode: status, elapsedTime: milliseconds }, done) => {
      const { action } = (query ?? {}) as { action?: unknown };
      tell({ id, method, action, status, milliseconds });
      done();
    };
  });
}

import type { FastifyInstance } from 'fastify';
import { failures } from '../api/failures/api-error.ts';
import type { Timers } from '../time/timers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborted where its read was given up, since nobody waits for its work any more. */
    givenUp?: AbortSignal | undefined;
  }
}

type BoundReadsDeps = {
  timers: Timers;
  /** True if a part of storage does not answer just now. */
  isPartAway: () => boolean;
};

/** Time from the arrival of a read: clients are promised an answer within five seconds. */
const answerWithinMs = 4500;
/** Interval of checks of longer reads while all of storage answers. */
const lookAgainMs = 500;

/**
 * Answers every GET on the routes that are declared from here on with 503 if it still waits after 4.5
 * seconds and a part of storage is away: it may wait for that part, or behind others that do, for a
 * connection or in a queue. While all of storage answers, a read takes as long as it takes.
 * `request.givenUp` signals it to the read's work.
 */
export function boundReads(app: FastifyInstance, { timers, isPartAway }: BoundReadsDeps): void {
  app.decorateRequest('givenUp');
  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET') return;
    const { handler } = route;
    route.handler = function (request, reply) {
      const late = new AbortController();
      request.givenUp = late.signal;
      const answer: unknown = handler.call(this, request, reply);
      // No promise: an answer already, or sent by other means.
      if (!(answer instanceof Promise)) return answer;
      const { promise: refused, reject } = Promise.withResolvers<never>();
      const look = () => {
        if (reply.sent || reply.raw.headersSent) return;
        if (!isPartAway()) {
          cancel = timers.after(lookAgainMs, look);
          return;
        }
        reject(failures.unavailable('Storage does not answer; try again soon.'));
        late.abort();
      };
      let cancel = timers.after(answerWithinMs - reply.elapsedTime, look);
      return Promise.race([answer, refused]).finally(() => cancel());
    };
  });
}

import type { FastifyInstance } from 'fastify';
import { failures } from '../api/failures/api-error.ts';
import type { Timers } from '../time/timers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborted where its read was given up, so that nobody waits for its work any more. */
    givenUp?: AbortSignal | undefined;
  }
}

type BoundReadsDeps = {
  timers: Timers;
  /** Whether a part of storage does not answer just now. */
  isPartAway: () => boolean;
};

/** From the arrival of a read. Who asks is promised an answer within five seconds. */
const answerWithinMs = 4500;
/** How often what waits longer, while nothing is known to be away, is looked at again. */
const lookAgainMs = 500;

/**
 * Answers every GET on the routes that are declared from here on 503 where it still waits after 4.5 seconds and a
 * part of storage is away: it may wait for that part, or behind others that do, for a connection or
 * for its turn. While all of storage answers, a read takes as long as it takes. Its work learns of it by
 * `request.givenUp`.
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
      // What is no promise is an answer already, or is sent by other means.
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

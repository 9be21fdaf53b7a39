import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Aborted once the answer is over or the client has gone. `request.signal` is aborted as soon as a body is
     * read: that closes the request, not its answer.
     */
    readonly leaving: AbortSignal;
  }
}

/** Gives all requests of the routes that are declared from here on their `leaving`. */
export function signalLeaving(app: FastifyInstance): void {
  const made = new WeakMap<FastifyRequest, () => AbortSignal>();
  app.decorateRequest('leaving', {
    getter(this: FastifyRequest) {
      const make = made.get(this);
      if (!make) throw new Error('the request has not come through its hooks yet');
      return make();
    },
  });
  app.addHook('onRequest', (request, reply, done) => {
    let signal: AbortSignal | undefined;
    made.set(request, () => (signal ??= leavingOf(reply.raw, request.raw.socket)));
    done();
  });
}

type Answer = Pick<FastifyReply['raw'], 'destroyed' | 'once'>;

/** A request behind another one on its connection has an answer without a socket, which is not closed with it. */
function leavingOf(answer: Answer, socket: Socket): AbortSignal {
  const leaving = new AbortController();
  if (answer.destroyed || socket.destroyed) {
    leaving.abort();
    return leaving.signal;
  }
  const leave = () => {
    socket.off('close', leave);
    leaving.abort();
  };
  socket.once('close', leave);
  answer.once('close', leave);
  return leaving.signal;
}

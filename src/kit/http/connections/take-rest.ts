import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Timers } from '../../time/timers.ts';

/** Octets of a refused body that are taken: some four times the largest body of any operation. */
const mostTaken = 67_108_864;
/** A client that sends nothing more for so long is answered as it is. */
export const silenceMs = 2500;

/**
 * Takes what still arrives of a request before it is refused, and leaves it unread. Most clients look for an
 * answer only when they have sent all: where the connection is closed before, they see it broken in place of the
 * reason (RFC 9112, section 9.6), and try again without end.
 */
export function takeRestBeforeRefusals(app: FastifyInstance, { after }: Timers): void {
  // By a callback: a promise for each answer would cost those that refuse nothing.
  app.addHook('onSend', ({ raw }, { statusCode }, payload, done) => {
    if (statusCode < 400 || !isArriving(raw)) done(null, payload);
    else takeRest(raw, after).then(() => done(null, payload), done);
  });
}

function isArriving({ complete, destroyed, headers }: IncomingMessage): boolean {
  if (complete || destroyed) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

async function takeRest(request: IncomingMessage, after: Timers['after']): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let taken = 0;
  let cancel = after(silenceMs, resolve);
  const take = ({ length }: Buffer) => {
    taken += length;
    cancel();
    if (taken > mostTaken) resolve();
    else cancel = after(silenceMs, resolve);
  };
  request.unpipe();
  request.on('data', take).once('end', resolve).once('close', resolve).resume();
  await promise;
  cancel();
  request.off('data', take);
}

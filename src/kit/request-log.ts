import type { Logger } from 'pino';
import type { App } from './app.ts';

const deviceEndpoint = /^\/iot_/;

/**
 * One line for each answered request: the route, never the query or the body, since keys and
 * addresses stand in those. Devices push all day, so their requests are lines of level `debug`.
 */
export function logRequests(app: App, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.routeOptions.url ?? 'unknown';
    const level = deviceEndpoint.test(path) ? 'debug' : 'info';
    if (log.isLevelEnabled(level)) {
      const action = (request.query as { action?: unknown } | undefined)?.action;
      request.log[level](
        {
          requestId: request.id,
          method: request.method,
          path,
          ...(typeof action === 'string' && { action: action.slice(0, 40) }),
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
        },
        'request',
      );
    }
    done();
  });
}

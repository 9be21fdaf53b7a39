import type { Logger } from 'pino';
import type { App } from './app.ts';
import { addRouteHook } from './route-hooks.ts';

/**
 * One line for each answered request: the route, never the query or the body, since keys and
 * addresses stand in those. Devices push all day, so their requests are lines of level `debug`.
 */
export function logRequests(app: App, log: Logger): void {
  addRouteHook(app, 'onResponse', (route) => {
    const level = route?.isForDevices ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return undefined;
    return (request, reply, done) => {
      const action = (request.query as { action?: unknown } | undefined)?.action;
      request.log[level](
        {
          requestId: request.id,
          method: request.method,
          path: route?.path ?? 'unknown',
          ...(typeof action === 'string' && { action: action.slice(0, 40) }),
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
        },
        'request',
      );
      done();
    };
  });
}

import type { Logger } from 'pino';
import type { AnswerObserver } from './answer-observers.ts';

/**
 * One line for each answered request: the route, never the query or the body, since keys and
 * addresses stand in those. Devices push all day, so their requests are lines of level `debug`.
 */
export function logRequests(log: Logger): AnswerObserver {
  return (route) => {
    const level = route?.isForDevices ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return undefined;
    const path = route?.path ?? 'unknown';
    return ({ id, method, action, status, milliseconds }) => {
      const line = {
        requestId: id,
        method,
        path,
        ...(typeof action === 'string' && { action: action.slice(0, 40) }),
        status,
        ms: Math.round(milliseconds * 10) / 10,
      };
      log[level](line, 'request');
    };
  };
}

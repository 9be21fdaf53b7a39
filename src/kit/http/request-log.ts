import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { Logger } from 'pino';
import type { Answered, AnswerObserver } from '../api/route-hooks.ts';

type LogOptions = {
  /** Client data in the log: account and address, the account alone, or neither. */
  clients: 'full' | 'account' | 'none';
  /** Proxies whose `X-Forwarded-For` is trusted, as in the framework. */
  trustProxy: false | ((address: string, hop: number) => boolean);
};

/**
 * Logs one line for each answered request: the route, never the query or the body, which hold keys and
 * addresses. Devices push all day, so their requests are lines of level `debug`.
 */
export function logRequests(log: Logger, { clients, trustProxy }: LogOptions): AnswerObserver {
  const addressOf = createAddressReader(trustProxy);
  return (route) => {
    const level = route?.isForDevices ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return undefined;
    const path = route?.path ?? 'unknown';
    return ({ id, from, accountId, method, action, status, milliseconds }) => {
      const line = {
        requestId: id,
        method,
        path,
        ...(typeof action === 'string' && { action: action.slice(0, 40) }),
        status,
        ms: Math.round(milliseconds * 10) / 10,
        ...(clients !== 'none' && accountId !== undefined && { account: accountId }),
        ...(clients === 'full' && { address: addressOf(from) }),
      };
      log[level](line, 'request');
    };
  };
}

/** Finds the address of a request's client as the framework's `request.ip` does. */
function createAddressReader(trustProxy: LogOptions['trustProxy']) {
  return (from: Answered['from']): string | undefined => {
    const address = trustProxy
      ? proxyAddress(from as IncomingMessage, trustProxy)
      : from.socket.remoteAddress;
    // A socket of both IP versions shows an address of version 4 so.
    return address?.replace(/^::ffff:(?=[\d.]+$)/, '');
  };
}

import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { Logger } from 'pino';
import type { Answered, AnswerObserver } from '../api/answer-observers.ts';

type LogOptions = {
  /** Who is named: the account and the address of the client, the account alone, or nobody. */
  clients: 'full' | 'account' | 'none';
  /** Whose `X-Forwarded-For` is believed, as the framework understands it. */
  trustProxy: false | string[] | ((address: string, hop: number) => boolean);
};

/**
 * One line for each answered request: the route, never the query or the body, since keys and
 * addresses stand in those. Devices push all day, so their requests are lines of level `debug`.
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

/** Tells whose address a request came from as the framework's `request.ip` does. */
function createAddressReader(trustProxy: LogOptions['trustProxy']) {
  const trust = Array.isArray(trustProxy) ? proxyAddress.compile(trustProxy) : trustProxy;
  return (from: Answered['from']): string | undefined => {
    const address = trust
      ? proxyAddress(from as IncomingMessage, trust)
      : from.socket.remoteAddress;
    // How a socket of both IP versions shows one of version 4.
    return address?.replace(/^::ffff:(?=[\d.]+$)/, '');
  };
}

import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config.ts';
import { isLoopback, parseHost } from '../../kit/http/host-check.ts';

/**
 * Where reset tokens go: to whoever asks, to whoever asks from this very machine, to the account's
 * e-mail, or nowhere.
 */
export type ResetDelivery = 'response' | 'local' | 'email' | 'off';

/**
 * What the operator chose. Without a choice the token is in the answer, as in the document, only where
 * nobody but this machine can ask: elsewhere any stranger could take any account.
 */
export function chooseResetDelivery({
  host,
  reset,
  trustProxy,
  allowedHosts,
}: Pick<Config, 'host' | 'reset' | 'trustProxy' | 'allowedHosts'>): ResetDelivery {
  if (reset.delivery) return reset.delivery;
  const isForOthers = trustProxy !== false || !allowedHosts.every(isLoopback);
  return isLoopback(host) && !isForOthers ? 'local' : 'off';
}

/** What proxies add to what they pass on, beside all that begins with `x-forwarded-`. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'true-client-ip',
  'cf-connecting-ip',
  'cdn-loop',
];

/**
 * Whether a request over loopback began on this machine: it has no header of a proxy, names this machine,
 * and is of no other site's page. A silent proxy is known by HTTP/1.0, which nginx speaks by default.
 */
export function isFromThisMachine({
  headers,
  httpVersion,
}: Pick<IncomingMessage, 'headers' | 'httpVersion'>): boolean {
  const { host = '', origin } = headers;
  const isPassedOn =
    httpVersion === '1.0' ||
    Object.keys(headers).some(
      (name) => name.startsWith('x-forwarded') || proxyHeaders.includes(name),
    );
  const isOwnPage = origin === undefined || URL.parse(origin)?.host === host.toLowerCase();
  return !isPassedOn && isOwnPage && isLoopback(parseHost(host)?.name ?? '');
}

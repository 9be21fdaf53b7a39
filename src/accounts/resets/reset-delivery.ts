import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config.ts';
import { isLoopback, parseHost } from '../../kit/http/host-check.ts';

/**
 * Receiver of reset tokens: the client, the client if it is on this machine, the account's e-mail or phone, or
 * nobody.
 */
export type ResetDelivery = 'response' | 'local' | 'email' | 'sms' | 'off';

/**
 * The operator's choice. Without one the token is in the answer, as in the document, only where clients can
 * only be on this machine: elsewhere any stranger could take any account.
 * @param sendsSms false where no SMS of this server gets to a phone.
 */
export function chooseResetDelivery(
  {
    host,
    reset,
    trustProxy,
    allowedHosts,
  }: Pick<Config, 'host' | 'reset' | 'trustProxy' | 'allowedHosts'>,
  sendsSms: boolean,
): ResetDelivery {
  if (reset.delivery === 'sms' && !sendsSms) return 'off';
  if (reset.delivery) return reset.delivery;
  const isForOthers = trustProxy !== false || !allowedHosts.every(isLoopback);
  return isLoopback(host) && !isForOthers ? 'local' : 'off';
}

/** Headers that proxies add, beside all that begin with `x-forwarded-`. */
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
 * True if a request over loopback began on this machine: it has no header of a proxy, names this machine,
 * and is of no other site's page. A proxy without such headers is recognised by HTTP/1.0, which nginx
 * speaks by default.
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

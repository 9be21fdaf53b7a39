import { isIPv4 } from 'node:net';
import type { Config } from '../config.ts';

/** Where reset tokens go: to whoever asks, to the account's e-mail, or nowhere. */
export type ResetDelivery = 'response' | 'email' | 'off';

/**
 * What the operator chose. Without a choice the token is in the answer, as the document shows it,
 * only where nobody but this machine can ask: elsewhere any stranger could take any account.
 */
export function chooseResetDelivery({
  host,
  reset,
}: Pick<Config, 'host' | 'reset'>): ResetDelivery {
  return reset.delivery ?? (isLoopback(host) ? 'response' : 'off');
}

/** Whether only programs on this machine can reach `host` (RFC 5735 and RFC 4291). */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** Key of an address in counts, from which storage does not learn the address. */
export function toNetworkKey(address: string): string {
  return keyOf(address);
}

/** Key of an address, or of an account from there; storage learns neither of them. */
export function keyOf(address: string, emailKey = ''): string {
  return createHash('sha256')
    .update(`${toNetwork(address)} ${emailKey}`)
    .digest('base64url');
}

export function keyOfUser(userId: number): string {
  return createHash('sha256').update(`user ${userId}`).digest('base64url');
}

export function keyOfPhone(phone: string): string {
  return createHash('sha256').update(`phone ${phone}`).digest('base64url');
}

/**
 * The part of an address that counts as one client: with IPv6 the first 64 bits, since a client has all
 * that follow.
 */
export function toNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  // The URL parser reads every form of an address (RFC 4291, section 2.2) and writes one.
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`);
  const [before = '', after = ''] = hostname.slice(1, -1).split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after.split(':').filter(Boolean);
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}

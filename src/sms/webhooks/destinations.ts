import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** How names become addresses; the system's way unless a test says otherwise. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export type Destinations = {
  /** Why nothing may be posted to this URL; undefined where only its name's addresses are left to check. */
  refusalOf: (url: string) => string | undefined;
  /** Resolves a name to addresses that may be connected to: what is checked is what is used. */
  lookup: LookupFunction;
};

/** IPv4 that leads to no host of the public internet (IANA special-purpose registry, RFC 6890). */
const privateV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Parts of the global IPv6 space that are special, or carry an IPv4 address inside. */
const specialV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const notPublic = new BlockList();
for (const [network, prefix] of privateV4) notPublic.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of specialV6) notPublic.addSubnet(network, prefix, 'ipv6');

/** All of IPv6 that is assigned to hosts: loopback, ULA, link-local and mapped ones lie outside. */
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4');
    case 6:
      // One with a zone (`fe80::1%eth0`) is of a link.
      return (
        !address.includes('%') &&
        globalV6.check(address, 'ipv6') &&
        !notPublic.check(address, 'ipv6')
      );
    default:
      return false;
  }
}

/**
 * Where webhooks may go: to public addresses, or anywhere if the operator allows private ones. The
 * address that was checked is the one that is connected to, so a name that says one thing to a check
 * and another to a connection (DNS rebinding) gains nothing.
 */
export function createDestinations(options: {
  allowPrivate: boolean;
  resolve?: Resolve;
}): Destinations {
  const { allowPrivate, resolve = systemLookup } = options;
  const isAllowed = (address: string) => allowPrivate || isPublicAddress(address);

  return {
    refusalOf: (url) => {
      const literal = literalAddressOf(url);
      return literal === undefined || isAllowed(literal) ? undefined : notAllowed;
    },
    lookup: (hostname, options, callback) => {
      resolve(hostname, { ...options, all: true }, (error, found) => {
        if (error) return callback(error, []);
        const allowed = found.filter(({ address }) => isAllowed(address));
        const [first] = allowed;
        if (!first) return callback(new Error(notAllowed), []);
        if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      });
    },
  };
}

const notAllowed = 'the address is not a public one';

/** A URL's host where it is an address itself, which is connected to without any lookup. */
function literalAddressOf(url: string): string | undefined {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? undefined : host;
}

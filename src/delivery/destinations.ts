import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { failures } from '../kit/api/failures/api-error.ts';
import { type FaultText, fault } from '../kit/api/failures/faults.ts';
import { isLoopback } from '../kit/http/host-check.ts';
import { createDnsResolve, createSystemResolve, type Resolve } from './resolve.ts';

export type Destinations = {
  /**
   * Returns the reason why nothing may be posted to this URL; undefined where only its name's addresses
   * are left to check.
   */
  refusalOf: (url: string) => string | undefined;
  /** Resolves a name to addresses that may be connected to: the checked address is the one used. */
  lookup: LookupFunction;
};

/** Of the whole process, whose threads they spare. Names of private addresses are often known to the system alone. */
const resolveBySystem = createSystemResolve();
const resolveByDns = createDnsResolve();

/** All of IPv6 that is assigned to hosts. */
const globalV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** True if an IP address belongs to the public internet (IANA special-purpose registries, RFC 6890). */
export function isPublicAddress(text: string): boolean {
  // One with a zone (`fe80::1%eth0`) is of a link.
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  const isOfHosts = address instanceof ipaddr.IPv4 || address.match(globalV6);
  return isOfHosts && address.range() === 'unicast';
}

/**
 * Allows posts to public addresses, or anywhere if the operator allows private ones. The address that was
 * checked is the one that is connected to, so a name that resolves differently for a check and for a
 * connection (DNS rebinding) gains nothing.
 */
export function createDestinations(options: {
  allowPrivate: boolean;
  resolve?: Resolve;
}): Destinations {
  const { allowPrivate, resolve = allowPrivate ? resolveBySystem : resolveByDns } = options;
  const isAllowed = (address: string) => allowPrivate || isPublicAddress(address);

  return {
    refusalOf: (url) => {
      const host = hostOf(url);
      const isKnown = isIP(host) !== 0 || isLoopback(host);
      return isKnown && !isAllowed(host) ? notAllowed : undefined;
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

/** A URL's host: a name, without the dot that may end it, or an address without brackets. */
function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$|\.$/g, '');
}

/**
 * Reads a URL that may be posted to; leaves out its fragment, which never leaves a client.
 * @param field the request's field that holds it.
 * @throws 400 for any other text.
 */
export function readPostUrl(text: string, destinations: Destinations, field = 'url'): string {
  const wrongUrl = (message: FaultText) => failures.invalidField(field, message);
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw wrongUrl(fault('url'));
  }
  if (url.username !== '' || url.password !== '') {
    throw wrongUrl(fault('urlUser'));
  }
  url.hash = '';
  if (destinations.refusalOf(url.href)) throw wrongUrl(fault('urlPrivate'));
  return url.href;
}

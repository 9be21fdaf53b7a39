import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { type ApiError, failures } from '../api/failures/api-error.ts';

/** Host of a `Host` header: a name in lower case, or an address; neither where it is empty. */
export type NamedHost = { name: string; isAddress: boolean };

const withBrackets = /^\[([^\]]*)\](?::(\d{0,5}))?$/;
const withoutBrackets = /^([\w.-]*)(?::(\d{0,5}))?$/;

/**
 * Reads a `Host` header, with or without a port (RFC 9110, section 7.2); undefined where it is malformed. A
 * dot at the end of a name is dropped: `localhost.` is `localhost`.
 */
export function parseHost(header: string): NamedHost | undefined {
  const [, address, addressPort = ''] = withBrackets.exec(header) ?? [];
  if (address !== undefined) {
    const isGood = isIPv6(address) && isPort(addressPort);
    return isGood ? { name: address.toLowerCase(), isAddress: true } : undefined;
  }
  const [, text, port = ''] = withoutBrackets.exec(header) ?? [];
  if (text === undefined || !isPort(port)) return undefined;
  const name = text.toLowerCase().replace(/\.$/, '');
  return { name, isAddress: isIPv4(name) };
}

function isPort(text: string): boolean {
  return Number(text) <= 65_535;
}

/** True if only programs on this machine reach a name or address (RFC 6761, 5735, 4291). */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    (isIPv4(host) && host.startsWith('127.'))
  );
}

/** True if the host of a URL is on this machine; a URL writes IPv6 in brackets. */
export function isLoopbackUrl({ hostname }: URL): boolean {
  return isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

/**
 * True if one of the patterns matches a name: the name itself, `.example.org` for that name and all below
 * it, or `*` for any.
 */
export function matchesHost(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    if (pattern === '*') return true;
    if (!pattern.startsWith('.')) return name === pattern;
    return name === pattern.slice(1) || name.endsWith(pattern);
  });
}

/** Returns the reason why a request is not for this server; undefined if it is. */
export type HostCheck = (request: IncomingMessage) => ApiError | undefined;

/** Most hosts whose result is cached. */
const mostKept = 1000;

/** A name has at most 253 characters (RFC 1035, section 2.3.4); a port, dots and brackets come to it. */
const longestHost = 270;

/**
 * Accepts hosts that are an address, a name of this machine, or one that the operator allows: any other
 * name may belong to a stranger and point here, whose pages could then read answers (DNS rebinding). A
 * request without a host is HTTP/1.0, which no browser speaks.
 */
export function createHostCheck(allowed: readonly string[]): HostCheck {
  const kept = new Map<string, ApiError | undefined>();

  const judge = (header: string): ApiError | undefined => {
    const host = parseHost(header);
    if (!host) return noSuchHost();
    const { name, isAddress } = host;
    if (name === '' || isAddress || isLoopback(name) || matchesHost(name, allowed))
      return undefined;
    return failures.misdirected(name);
  };

  return (request) => {
    const header = request.headers.host;
    if (header === undefined) return isOldHttp(request) ? undefined : noHost();
    if (hasTwoHosts(request)) return twoHosts();
    if (header.length > longestHost) return noSuchHost();
    const known = kept.get(header);
    if (known || kept.has(header)) return known;
    if (kept.size >= mostKept) kept.clear();
    const failure = judge(header);
    kept.set(header, failure);
    return failure;
  };
}

const noHost = () => failures.malformed('A request needs a Host header.');
const noSuchHost = () => failures.malformed('The Host header is not well-formed.');
const twoHosts = () => failures.malformed('A request must have one Host header.');

function isOldHttp({ httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean {
  return httpVersionMajor === 1 && httpVersionMinor === 0;
}

/** Of two, Node shows the first, and a proxy in front of it may have gone by the second. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count > 1;
}

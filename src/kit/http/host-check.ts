import type { IncomingMessage } from 'node:http';
import { type ApiError, failures } from '../api/failures/api-error.ts';
import { isLoopback, matchesHost, parseHost } from './host-names.ts';

/** Says why a request is not for this server, or is not told to be; undefined where all is well. */
export type HostCheck = (request: IncomingMessage) => ApiError | undefined;

/** Hosts whose judgement is kept. */
const mostKept = 1000;

/** A name has at most 253 characters (RFC 1035, section 2.3.4); a port, dots and brackets come to it. */
const longestHost = 270;

/**
 * Accepts hosts that are an address, a name of this machine, or one that the operator allows: any other
 * name may be a stranger's that points here, whose pages could then read answers (DNS rebinding). A
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

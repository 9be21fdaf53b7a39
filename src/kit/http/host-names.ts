import { isIPv4, isIPv6 } from 'node:net';

/** What a `Host` header names: a name in lower case, or an address; neither where it is empty. */
export type NamedHost = { name: string; isAddress: boolean };

const withBrackets = /^\[([^\]]*)\](?::(\d{0,5}))?$/;
const withoutBrackets = /^([\w.-]*)(?::(\d{0,5}))?$/;

/**
 * Reads a `Host` header, with or without a port (RFC 9110, section 7.2); undefined where it is none. A
 * dot at the end of a name is left out: `localhost.` is `localhost`.
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

/** Whether only programs on this machine reach what has this name or address (RFC 6761, 5735, 4291). */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    (isIPv4(host) && host.startsWith('127.'))
  );
}

/**
 * Whether one of the patterns is for a name: the name itself, `.example.org` for that name and all
 * below it, or `*` for any.
 */
export function matchesHost(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    if (pattern === '*') return true;
    if (!pattern.startsWith('.')) return name === pattern;
    return name === pattern.slice(1) || name.endsWith(pattern);
  });
}

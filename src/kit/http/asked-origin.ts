import type { FastifyRequest } from 'fastify';
import { parseHost } from './host-check.ts';

/**
 * The address at which the server was asked, such as `https://water.example`: as its client wrote it, or as a
 * trusted proxy says that it did. What is asked at the name of `PUBLIC_URL` was asked by its protocol, also
 * where nothing says that a proxy took the TLS off.
 * @returns undefined for a request without a host, which is HTTP/1.0.
 */
export function askedOrigin(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  publicUrl: string | undefined,
): string | undefined {
  // A proxy hands on what it was sent: what is no host must not get into an answer.
  const named = host ? parseHost(host) : undefined;
  if (!named || named.name === '') return undefined;
  const known = publicUrl === undefined ? null : URL.parse(publicUrl);
  return known?.host === host.toLowerCase() ? publicUrl : `${protocol}://${host}`;
}

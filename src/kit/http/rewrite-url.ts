import type { IncomingMessage } from 'node:http';
import { withActionInQuery } from '../api/action-routes.ts';

/** Found as it is written here alone: a proxy that keeps it from the public may know no other way to write it. */
const metricsPath = '/metrics';
const pathOfNothing = '/metrics/';

/** The address by which the router finds what a request asks for, from the one that was sent. */
export function rewriteUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const path = withPlainSlashes(inOriginForm(url));
  // Document 2 writes its version segment both ways.
  return path.startsWith('/V1/') ? `/v1${path.slice(3)}` : withActionInQuery(path);
}

/** An address without its host, which modems with a proxy send (RFC 9112, 3.2.2). */
function inOriginForm(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*\/?/i, '/');
}

/**
 * An address without doubled slashes in its path, or one at its end: boards join `http://host/` and
 * `/iot_push.php`, programs end each path with a slash, and the web servers on which such scripts used to live
 * take both. Nothing is redirected, since a client then posts its body again as a GET, or not at all.
 */
function withPlainSlashes(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.includes('//') && !path.endsWith('/') && !path.includes('%')) return url;
  const plain = path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  if (withPlainLetters(plain) === metricsPath) return pathOfNothing;
  return plain + url.slice(path.length);
}

/** A path with its encoded characters as the router reads them. */
function withPlainLetters(path: string): string {
  return path.replaceAll(/%([\da-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

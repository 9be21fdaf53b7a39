import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { addRouteHook } from '../api/route-hooks.ts';

/**
 * Headers of answers that hold data. Those of pages would add 700 bytes on a metered line, for nothing
 * (https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html#security-headers).
 */
export const headersOfData: readonly (readonly [string, string])[] = Object.entries({
  // Tokens and keys must not stay in a cache on the way (RFC 6750, section 5.3), nor the data that they
  // open.
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
});

/**
 * Sets security headers on all answers but those to devices. @param isData true if a path never answers
 * with a page.
 */
export function addSecurityHeaders(app: FastifyInstance, isData: (path: string) => boolean): void {
  // Pages must also work without TLS: a tank's server on a home network has no certificate.
  const directives = { upgradeInsecureRequests: null };
  const setHeadersOfPage = helmet({ contentSecurityPolicy: { directives } });
  addRouteHook(app, 'onRequest', (route) => {
    if (route?.isForDevices) return undefined;
    if (!route || !isData(route.path)) {
      return (request, reply, done) => setHeadersOfPage(request.raw, reply.raw, done);
    }
    return (_request, reply, done) => {
      for (const [name, value] of headersOfData) reply.raw.setHeader(name, value);
      done();
    };
  });
}

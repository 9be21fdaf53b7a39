import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { addRouteHook } from './route-hooks.ts';

/** Sends what browsers are told to keep to with every answer but those to devices. */
export function addSecurityHeaders(app: FastifyInstance): void {
  // Pages must also work where there is no TLS: a tank's server on a home network has no certificate.
  const directives = { upgradeInsecureRequests: null };
  const setHeaders = helmet({ contentSecurityPolicy: { directives } });
  addRouteHook(app, 'onRequest', (route) => {
    if (route?.isForDevices) return undefined;
    return (request, reply, done) => setHeaders(request.raw, reply.raw, done);
  });
}

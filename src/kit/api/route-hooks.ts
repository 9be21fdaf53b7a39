import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called by devices all day, which pay for every byte. */
    isForDevices?: boolean;
  }
}

/** A route as it was declared; `action` where it is chosen by `?action=`. */
export type DeclaredRoute = { path: string; action: string | undefined; isForDevices: boolean };

type RouteHook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

export function declaredRoute({ url, constraints, config }: RouteOptions): DeclaredRoute {
  const { action } = (constraints ?? {}) as { action?: string };
  return { path: url, action, isForDevices: config?.isForDevices ?? false };
}

/**
 * Adds a hook to each route that is declared from here on, made once for it and called before its own;
 * made without a route, for unknown paths. Fastify's own hooks learn their route anew at each request.
 */
export function addRouteHook(
  app: FastifyInstance,
  when: 'onRequest' | 'onResponse',
  make: (route: DeclaredRoute | undefined) => RouteHook | undefined,
): void {
  app.addHook('onRoute', (route) => {
    const hook = make(declaredRoute(route));
    if (hook) route[when] = [hook, ...[route[when] ?? []].flat()];
  });
  const otherwise = make(undefined);
  if (!otherwise) return;
  app.addHook(when, (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    if (request.is404) otherwise(request, reply, done);
    else done();
  });
}

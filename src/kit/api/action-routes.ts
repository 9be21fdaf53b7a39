import type { FastifyInstance } from 'fastify';
import { ApiError, failures } from './failures/api-error.ts';

declare module 'fastify' {
  interface RouteConstraint {
    action?: string;
  }
}

const actionParameter = /[?&]action=([^&]*)/;

/** Derives the `action` of a request's query for the router. */
function actionOf(url: string): string | undefined {
  return actionParameter.exec(url)?.[1];
}

/** Path that names an action of a script, for clients whose paths cannot hold a query. */
export function pathOfAction(script: string, action: string): string {
  return `${script}/${action}`;
}

const actionPath = /^(\/api\/\w+\.php)\/([\w-]+)(?:\?(.*))?$/s;

/** Address of a script's action for the router: `/api/devices.php/list?x=1` becomes `…?action=list&x=1`. */
export function withActionInQuery(url: string): string {
  const [, script, action, query] = actionPath.exec(url) ?? [];
  if (!script) return url;
  return `${script}?action=${action}${query ? `&${query}` : ''}`;
}

type ConstraintStrategy = Parameters<FastifyInstance['addConstraintStrategy']>[0];
type Handler = NonNullable<ReturnType<ReturnType<ConstraintStrategy['storage']>['get']>>;

/**
 * Lets a route answer one `?action=` of a script path:
 * `app.get('/api/devices.php', { constraints: { action: 'list' } }, …)`.
 */
export const actionConstraint: ConstraintStrategy = {
  name: 'action',
  storage() {
    const handlers = new Map<unknown, Handler>();
    return {
      get: (action) => handlers.get(action) ?? null,
      set: (action, handler) => {
        handlers.set(action, handler);
      },
    };
  },
  deriveConstraint: (request) => actionOf(request.url ?? ''),
  validate(action) {
    if (typeof action !== 'string') throw new Error('the action constraint must be a string');
  },
};

type Actions = Map<string, Set<string>>;

/**
 * Answers requests that no action route of `app` took: an unknown action is 404 and names the valid ones, a
 * known one with another method is 405. Must be called before the action routes are declared.
 */
export function addActionFallbacks(app: FastifyInstance): void {
  const scripts = new Map<string, Actions>();
  app.addHook('onRoute', ({ url, method, constraints }) => {
    const action = (constraints as { action?: string } | undefined)?.action;
    if (action === undefined) return;
    let actions = scripts.get(url);
    if (!actions) {
      actions = new Map();
      scripts.set(url, actions);
      addFallback(app, url, actions);
    }
    const methods = actions.get(action) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    actions.set(action, methods);
  });
}

function addFallback(app: FastifyInstance, url: string, actions: Actions): void {
  app.route({
    method: app.supportedMethods,
    url,
    exposeHeadRoute: false,
    schema: { hide: true },
    // Refused before the body is read, so that no content type turns the 404 or 405 into a 415.
    onRequest: (request, _reply, done) => {
      done(noSuchAction(actionOf(request.url), request.method, actions));
    },
    handler: async () => undefined,
  });
}

function noSuchAction(action: string | undefined, method: string, actions: Actions): ApiError {
  const methods = action === undefined ? undefined : actions.get(action);
  if (methods) return failures.methodNotAllowed(method, [...methods]);
  const known = [...actions.keys()].join(', ');
  return new ApiError(404, 'unknown_action', `Unknown action; the actions here are: ${known}.`);
}

import type { FastifySchema, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { Named } from '../schema/schema.ts';

const Failure = Named(
  'Failure',
  Type.Object(
    {
      success: Type.Literal(false),
      error: Type.String({ description: 'One clear sentence.' }),
      code: Type.String({ description: 'A stable word for programs, in snake_case.' }),
      errors: Type.Optional(
        Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
          description: 'Every wrong field at once; the first hundred.',
        }),
      ),
      retry_after: Type.Optional(
        Type.Integer({ description: 'Seconds until a new try makes sense.' }),
      ),
      request_id: Type.Optional(Type.String()),
    },
    { additionalProperties: true },
  ),
);

const meanings = {
  400: 'Invalid input; `errors` names every wrong field.',
  401: 'No valid token or key.',
  402: 'Not enough credits; the body carries the current `balance`.',
  403: 'The API key is invalid or revoked, the account suspended, or the caller may not do this.',
  404: "Not found, or not the caller's own.",
  409: "In conflict with the record's state.",
  413: 'The body is too large.',
  415: 'Wrong content type.',
  429: 'Too many requests; `retry_after` says when to come back.',
  502: 'The provider did not take the message; its credit was given back.',
  503: 'Not now: storage is unavailable or the server is stopping; try again.',
} as const;

type FailureStatus = keyof typeof meanings;

const described = new Map(
  Object.entries(meanings).map(([status, description]) => [
    Number(status),
    { ...Failure, description },
  ]),
);

type Failures = Partial<Record<FailureStatus, typeof Failure>>;

/** Failure answers of an operation, for its `response` schema: `...fails(404, 409)`. */
export function fails(...statuses: FailureStatus[]): Failures {
  return Object.fromEntries(statuses.map((status) => [status, described.get(status)]));
}

/** Adds failures to the answers of a schema. */
export function withFailures<S extends FastifySchema>(schema: S, failures: Failures = {}): S {
  return { ...schema, response: { ...failures, ...(schema.response as object | undefined) } };
}

const inputs = ['body', 'querystring', 'params', 'headers'] as const;

/**
 * Adds to each operation that is declared from here on the failures that follow from its input: wrong
 * input, a body that is too large or of another type, and storage that is away. Failures of a guard are
 * stated where operations share the guard, and the rest by the operation.
 */
export function declareFailures(app: App): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    const { schema } = route;
    if (schema?.response === undefined) return;
    const takesInput = inputs.some((part) => schema[part] !== undefined);
    route.schema = withFailures(schema, {
      ...fails(503),
      ...(takesInput && fails(400)),
      ...(schema.body !== undefined && fails(413, 415)),
    });
  });
}

import { Type } from 'typebox';
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
  403: 'The API key is invalid or revoked, or an administrator lacks two-step sign-in.',
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

/** The failure answers of an operation, for its `response` schema: `...fails(400, 401, 404)`. */
export function fails<const S extends FailureStatus>(...statuses: S[]) {
  const entries = statuses.map((status) => [status, described.get(status)]);
  return Object.fromEntries(entries) as Record<S, typeof Failure>;
}

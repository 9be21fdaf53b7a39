import type { FailureCode } from './failure-codes.ts';
import { type FaultText, fault } from './faults.ts';

/** One wrong field of a request, as in the `errors` of an answer. */
export type FieldError = { field: string; message: FaultText };

type Extras = {
  errors?: FieldError[];
  /**
   * Seconds until a new try makes sense, also sent as the `Retry-After` header. While the server is
   * unavailable it is the least of a range; see `spreadRetry`.
   */
  retryAfter?: number;
  /** Further members of the body, such as the `balance` of a 402. */
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** The underlying error, for the log alone. */
  cause?: unknown;
};

/**
 * A foreseen failure that the caller may read. Any other error is a fault of ours: it is logged whole and
 * answered as a plain 500.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: FailureCode;
  readonly extras: Extras;

  constructor(status: number, code: FailureCode, message: string, extras: Extras = {}) {
    super(message, { cause: extras.cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.extras = extras;
  }
}

/** Failures that any room may throw; a room's own ones are beside its routes. */
export const failures = {
  /** Names the first hundred wrong fields, or fewer where their sentences are long. */
  invalid: (errors: FieldError[]) => {
    const named = takeWhole(errors, ({ field, message }) => field.length + message.length);
    return new ApiError(400, 'invalid_input', describeFields(named), { errors: named });
  },
  /** `invalid` of a single field. */
  invalidField: (field: string, message: FaultText): ApiError =>
    failures.invalid([{ field, message }]),
  malformed: (message: string) => new ApiError(400, 'malformed_request', message),
  unauthenticated: (message = 'A valid bearer token is required.') =>
    new ApiError(401, 'unauthenticated', message, { headers: { 'WWW-Authenticate': 'Bearer' } }),
  notFound: (what: string): ApiError => new ApiError(404, 'not_found', `${what} not found.`),
  unknownPath: (url: string): ApiError =>
    failures.notFound(`Path ${(url.split('?', 1)[0] ?? '').slice(0, 100)}`),
  methodNotAllowed: (method: string, allowed: string[]) =>
    new ApiError(
      405,
      'method_not_allowed',
      `${method} is not possible here; use ${allowed.join(' or ')}.`,
      { headers: { Allow: allowed.join(', ') } },
    ),
  /** @param name the host that the request names. */
  misdirected: (name: string) =>
    new ApiError(
      421,
      'misdirected_request',
      `This server is not known as ${name.slice(0, 100)}; its operator can add that name to ALLOWED_HOSTS.`,
    ),
  conflict: (code: FailureCode, message: string) => new ApiError(409, code, message),
  tooMany: (message: string, retryAfter: number) =>
    new ApiError(429, 'too_many_requests', message, { retryAfter }),
  unavailable: (message: string, retryAfter = 5, cause?: unknown) =>
    new ApiError(503, 'unavailable', message, { retryAfter, cause }),
};

const unknownWords = fault('unknownField');

/** What was probably meant by a field that an operation does not know: another one, or one that has its place elsewhere. */
export type Meant = { field: string } | { place: 'keyIsHeader' | 'onlyOfBulk' } | undefined;

/** A field that an operation does not know. */
export function unknownField(field: string, meant: Meant): FieldError {
  if (!meant) return { field, message: fault('unknownField', { field }) };
  const message =
    'place' in meant
      ? fault(meant.place, { field })
      : fault('unknownFieldMeant', { field, meant: meant.field });
  return { field, message };
}

/** True if a fault is of a field that the operation does not know. */
export function isOfUnknownField({ message }: FieldError): boolean {
  return message.startsWith(unknownWords);
}

/** Most fields, and most characters of them all: an answer stays small for any request. */
const mostFields = 100;
const mostCharacters = 16_000;
/** For the sentence, which programs do not read. */
const longestSentence = 2000;

function describeFields(errors: FieldError[]): string {
  const each = errors.map(({ field, message }) =>
    isOfUnknownField({ field, message }) ? message : `${field} ${message}`,
  );
  const named = takeWhole(each, (text) => text.length, longestSentence);
  const others = each.length - named.length;
  const more = others > 0 ? [`and ${others} more`] : [];
  return `Invalid input: ${[...named, ...more].join('; ')}.`.replace(/\?\.$/, '?');
}

/** The first items of a list, as many as fit, and at least one. */
function takeWhole<T>(all: T[], sizeOf: (one: T) => number, room = mostCharacters): T[] {
  let taken = 0;
  const end = all.findIndex((one, at) => {
    taken += sizeOf(one);
    return at > 0 && (taken > room || at >= mostFields);
  });
  return end < 0 ? all : all.slice(0, end);
}

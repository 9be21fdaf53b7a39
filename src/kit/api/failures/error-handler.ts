import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ValidationFailure } from '../schema/validator.ts';
import { ApiError, failures } from './api-error.ts';
import type { FailureCode } from './failure-codes.ts';

/** Body of every failure, in both services. */
export type FailureBody = {
  success: false;
  error: string;
  code: FailureCode;
  errors?: { field: string; message: string }[];
  retry_after?: number;
  request_id?: string;
};

type ErrorHandlerOptions = {
  /** May answer a request that no route took; true if it did. */
  answerPage?: (request: FastifyRequest, reply: FastifyReply) => boolean;
  /** Resolves when a 429 may be answered. */
  delayRefusal?: (request: FastifyRequest) => Promise<void>;
  /** From 0 up to 1; spreads the next tries of refused clients over time. */
  random?: () => number;
};

/**
 * Makes every failure of `app` answer with a `FailureBody`: thrown ones, bad bodies, unknown paths, and
 * known paths with another method. Must be called before the routes are declared.
 * @param noticeFailure is called with the error of a request, and says whether storage is the cause, which
 * is 503, or a fault of ours, which is 500.
 */
export function addErrorHandler(
  app: FastifyInstance,
  noticeFailure: (error: unknown) => boolean,
  {
    answerPage = () => false,
    delayRefusal = async () => {},
    random = Math.random,
  }: ErrorHandlerOptions = {},
): void {
  const methodsOf = collectMethods(app);
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const failure = toApiError(error, request);
    if (failure) {
      if (failure.cause !== undefined) noticeFailure(failure.cause);
      if (failure.status === 429) await delayRefusal(request);
      return sendFailure(reply, spreadRetry(failure, random));
    }
    if (noticeFailure(error)) {
      request.log.error({ err: error, requestId: request.id }, 'storage does not answer');
      const away = failures.unavailable('Storage does not answer; try again soon.');
      return sendFailure(reply, spreadRetry(away, random));
    }
    request.log.error({ err: error, requestId: request.id }, 'request failed');
    const body: FailureBody = {
      success: false,
      error: 'Something went wrong on our side; the request id names it in our logs.',
      code: 'internal_error',
      request_id: request.id,
    };
    return reply.code(500).send(body);
  });
  app.setNotFoundHandler((request: FastifyRequest, reply) => {
    if (answerPage(request, reply)) return reply;
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = methodsOf(path);
    const failure =
      methods.length > 0
        ? failures.methodNotAllowed(request.method, methods)
        : failures.unknownPath(request.url);
    return sendFailure(reply, failure);
  });
}

/** Collects the routes that are declared on `app`; @returns the methods of a path. */
function collectMethods(app: FastifyInstance): (path: string) => string[] {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: toPattern(url), methods: new Set() };
    for (const each of [method].flat()) route.methods.add(each);
    routes.set(url, route);
  });
  return (path) => {
    const exact = routes.get(path);
    if (exact) return [...exact.methods];
    const fitting = [...routes.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(fitting.flatMap(({ methods }) => [...methods]))];
  };
}

function toPattern(url: string): RegExp {
  const parts = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)));
  return new RegExp(`^${parts.join('/')}$`);
}

export function failureBody({ message, code, extras }: ApiError): FailureBody {
  return {
    success: false,
    error: message,
    code,
    ...(extras.errors && { errors: extras.errors }),
    ...(extras.retryAfter !== undefined && { retry_after: Math.ceil(extras.retryAfter) }),
    ...extras.body,
  };
}

export function sendFailure(reply: FastifyReply, failure: ApiError) {
  const { headers, retryAfter } = failure.extras;
  if (headers) reply.headers(headers);
  if (retryAfter !== undefined) reply.header('Retry-After', String(Math.ceil(retryAfter)));
  return reply.code(failure.status).type('application/json').send(failureBody(failure));
}

/** What Fastify itself refuses, in our words; undefined for what is a fault of ours. */
function toApiError(error: FastifyError, request: FastifyRequest): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof ValidationFailure) return failures.invalid(error.fields);
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(413, 'too_large', 'The body is too large for this operation.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError(
        415,
        'unsupported_media_type',
        `This content type is not understood here; send ${typesTaken(request)}.`,
      );
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return failures.malformed('The body is not valid JSON.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return failures.malformed('The body does not have the length that its header says.');
    default:
      return isClientError(error)
        ? failures.malformed('The request is not well-formed.')
        : undefined;
  }
}

/** The content types that the operation of a request takes. */
function typesTaken({ routeOptions }: FastifyRequest): string {
  const { body, consumes } = routeOptions.schema ?? {};
  const { content } = (body ?? {}) as { content?: object };
  return (consumes ?? Object.keys(content ?? { 'application/json': {} })).join(' or ');
}

function isClientError({ statusCode }: FastifyError): boolean {
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500;
}

/**
 * The failure with a retry time of its own. If the server has no room or no storage, all callers of that
 * moment are refused alike, and would be back in the same second. The exact times of throttles and rate
 * limits stay as they are: each belongs to one client.
 * @param random from 0 up to 1.
 */
export function spreadRetry(failure: ApiError, random: () => number): ApiError {
  const { status, code, message, extras } = failure;
  if (code !== 'unavailable' || extras.retryAfter === undefined) return failure;
  const retryAfter = spreadSeconds(extras.retryAfter, random());
  return new ApiError(status, code, message, { ...extras, retryAfter });
}

/** Whole seconds from `least` up to twice that, each as likely as the next. @param chance from 0 up to 1. */
export function spreadSeconds(least: number, chance: number): number {
  const first = Math.ceil(least);
  return first + Math.floor(chance * (first + 1));
}

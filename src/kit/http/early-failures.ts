import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyServerOptions } from 'fastify';
import { ApiError, failures } from '../api/failures/api-error.ts';
import { failureBody, sendFailure } from '../api/failures/error-handler.ts';
import type { AnswerObserver } from '../api/route-hooks.ts';
import { headersOfData } from './security-headers.ts';

type EarlyDeps = {
  newId: () => string;
  /** Called back with the answers to bytes that are no request. */
  tell: ReturnType<AnswerObserver>;
};

type Early = Required<Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'>>;

/**
 * Options for `fastify()` that give failures that no route sees the usual body and headers: a path that
 * cannot be decoded, and bytes that are not HTTP at all.
 */
export function createEarlyFailures({ newId, tell }: EarlyDeps): Early {
  return {
    frameworkErrors: (_error, request, reply) => {
      reply.header('x-request-id', request.id);
      refuseEarly(reply, failures.malformed('The path is not well-formed.'));
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
      const earlier = answerInHand(socket);
      if (earlier) return hangUpAfter(earlier, socket);
      const failure = toFailure(error.code);
      const body = JSON.stringify(failureBody(failure));
      const id = newId();
      const { status } = failure;
      const headers = [
        ['content-type', 'application/json; charset=utf-8'],
        ['content-length', Buffer.byteLength(body)],
        ['connection', 'close'],
        ['x-request-id', id],
        ...headersOfData,
      ];
      const lines = [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        ...headers.map(([name, value]) => `${name}: ${value}`),
      ];
      tell?.({ id, from: { socket, headers: {} }, method: 'none', status, milliseconds: 0 });
      socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
    },
  };
}

/** The unfinished answer to a request before the bytes that are none: theirs would be taken for it. */
function answerInHand(socket: Socket): ServerResponse | undefined {
  const { _httpMessage: response } = socket as { _httpMessage?: ServerResponse };
  const isForOther = response?.req.complete || response?.headersSent;
  return isForOther ? response : undefined;
}

function hangUpAfter(answer: ServerResponse, socket: Socket): void {
  if (!answer.headersSent) answer.setHeader('connection', 'close');
  answer.once('close', () => socket.destroySoon());
}

/** Answers a refusal before the route's own headers are set. */
export function refuseEarly(reply: FastifyReply, failure: ApiError): void {
  for (const [name, value] of headersOfData) reply.header(name, value);
  sendFailure(reply, failure);
}

function toFailure(code: string): ApiError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError(408, 'request_timeout', 'The request took too long to arrive.');
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError(431, 'headers_too_large', 'The address and headers are too long.');
    default:
      return failures.malformed('The request is not well-formed.');
  }
}

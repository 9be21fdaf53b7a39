import type { FastifyServerOptions } from 'fastify';
import { ApiError, failures } from './api-error.ts';
import { failureBody, sendFailure } from './error-handler.ts';
import { http } from './node-http.ts';

type Early = Required<Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'>>;

/**
 * Options for `fastify()` that give the one shape also to failures that no route sees: a path that
 * cannot be decoded, and what is not HTTP at all.
 */
export const earlyFailures: Early = {
  frameworkErrors: (_error, _request, reply) => {
    sendFailure(reply, failures.malformed('The path is not well-formed.'));
  },
  clientErrorHandler: (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
    const failure = toFailure(error.code);
    const body = JSON.stringify(failureBody(failure));
    const head = [
      `HTTP/1.1 ${failure.status} ${http.STATUS_CODES[failure.status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  },
};

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

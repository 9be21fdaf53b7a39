import querystring from 'fast-querystring';
import { errorCodes, type FastifyRequest } from 'fastify';
import type { App } from './app.ts';

/**
 * Reads JSON and nothing else. An empty body is no body, whatever its header says: many clients send
 * the header with every request. A `__proto__` in JSON is refused.
 */
export function parseJsonOnly(app: App): void {
  app.removeAllContentTypeParsers();
  parseJson(app);
  app.addContentTypeParser('*', (request, _body, done) => {
    const isEmpty = request.headers['content-length'] === '0';
    // An unknown path is told so, not what its body should be.
    if (isEmpty || request.is404) done(null, undefined);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE());
  });
}

/** @returns what tells the text of a request's JSON, for signatures that cover it. */
export function keepJsonText(app: App): (request: FastifyRequest) => string {
  const texts = new WeakMap<FastifyRequest, string>();
  app.removeContentTypeParser('application/json');
  parseJson(app, (request, text) => texts.set(request, text));
  return (request) => texts.get(request) ?? '';
}

function parseJson(app: App, keep?: (request: FastifyRequest, text: string) => void): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    keep?.(request, body as string);
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}

export const formType = 'application/x-www-form-urlencoded';

/** A name that is repeated becomes an array, which schemas refuse. */
export function parseForm(text: string): Record<string, unknown> {
  return querystring.parse(text);
}

/** Reads forms too. */
export function parseFormsToo(app: App): void {
  app.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) => {
    done(null, parseForm(body as string));
  });
}

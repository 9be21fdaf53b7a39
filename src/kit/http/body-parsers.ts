import querystring from 'fast-querystring';
import { errorCodes, type FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { failures } from '../api/failures/api-error.ts';
import { fault } from '../api/failures/faults.ts';
import { mostValuesOf } from '../api/schema/most-values.ts';
import { nextTurn } from '../async/slices.ts';
import type { App } from './app.ts';
import { usualBodyLimit } from './body-limits.ts';
import { boundBroken } from './json-size.ts';

/** Far more than any field is nested. */
const deepest = 32;

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
    const { isForDevices = false } = request.routeOptions.config;
    const text = isForDevices ? withoutEdges(body as string) : (body as string);
    keep?.(request, text);
    if (text === '') return done(null, undefined);
    const read = () => {
      const refusal = refusalOf(request, text);
      if (refusal) done(refusal);
      else parse(request, text, done);
    };
    // Several large bodies that have come at once are not read in one go.
    if (text.length <= usualBodyLimit) read();
    else void nextTurn().then(read);
  });
}

/** What is wrong with a JSON text that holds more than its operation has a use for. */
function refusalOf(request: FastifyRequest, text: string): Error | undefined {
  const isSmall = text.length <= usualBodyLimit;
  const body = request.routeOptions.schema?.body as TSchema | undefined;
  const values = isSmall ? Number.POSITIVE_INFINITY : mostValuesOf(body);
  switch (boundBroken(text, { values, depth: deepest })) {
    case 'depth':
      return failures.malformed(`The JSON is nested more than ${deepest} deep.`);
    case 'values':
      return failures.invalid([{ field: 'body', message: fault('tooMany', { limit: values }) }]);
    default:
      return undefined;
  }
}

export const formType = 'application/x-www-form-urlencoded';

/**
 * Reads a form; a name that is repeated becomes an array, which schemas refuse. Boards leave line ends,
 * blanks and NULs around a body; within one they are percent-encoded, so these belong to no field.
 */
export function parseForm(text: string): Record<string, unknown> {
  return querystring.parse(withoutEdges(text));
}

const edges = /^[\s\0]+|[\s\0]+$/g;

/** A text without the blanks, line ends and NULs around it. */
export function withoutEdges(text: string): string {
  const isPlain = text.charCodeAt(0) > 0x20 && text.charCodeAt(text.length - 1) > 0x20;
  return isPlain ? text : text.replace(edges, '');
}

/** Reads forms too. */
export function parseFormsToo(app: App): void {
  app.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) => {
    done(null, parseForm(body as string));
  });
}

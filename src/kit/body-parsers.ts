import formbody from '@fastify/formbody';
import querystring from 'fast-querystring';
import type { App } from './app.ts';

/**
 * Reads JSON and nothing else. An empty body is no body, whatever its header says: many clients send
 * the header with every request. A `__proto__` in JSON is refused.
 */
export function parseJsonOnly(app: App): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}

/** Reads forms too; a name that is repeated becomes an array, which schemas refuse. */
export async function parseFormsToo(app: App): Promise<void> {
  await app.register(formbody, { parser: (body) => querystring.parse(body) });
}

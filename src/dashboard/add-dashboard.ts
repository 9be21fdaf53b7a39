import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../kit/app.ts';
import { isProgramPath } from './program-paths.ts';

const built = fileURLToPath(new URL('../../web/dist/', import.meta.url));

export type DashboardDeps = {
  /** Where map tiles come from, with `{z}`, `{x}` and `{y}`; none draws the bundled outline alone. */
  tileUrl: string | undefined;
  /** Whom the map names for its tiles. */
  tileAttribution: string;
};

export type Dashboard = {
  /** Answers what no route took with the dashboard, where a person's browser asks for a page. */
  answerPage: (request: FastifyRequest, reply: FastifyReply) => boolean;
};

/**
 * Serves the built dashboard from `/`: assets, whose names change with their content, for ever; the
 * page itself anew each time. Answers nothing where it was not built.
 */
export async function addDashboard(app: App, deps: DashboardDeps): Promise<Dashboard> {
  if (!existsSync(`${built}index.html`)) return { answerPage: () => false };
  const headers = pageHeaders(deps.tileUrl);

  const serve = { preCompressed: true, index: false, cacheControl: false } as const;
  const setHeaders = (kept: string) => (reply: FastifyReply) => {
    reply.header('cache-control', kept);
    for (const [name, value] of headers) reply.header(name, value);
  };
  // One route for them all: a route for each of a hundred files would be 10 MB of them.
  await app.register(fastifyStatic, {
    ...serve,
    root: join(built, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    setHeaders: setHeaders('public, max-age=31536000, immutable'),
  });
  await app.register(fastifyStatic, {
    ...serve,
    root: built,
    wildcard: false,
    // Compressed copies are chosen by what a browser accepts, and the stamp is the build's own.
    globIgnore: ['assets/**', '**/*.br', '**/*.gz', '**/.*'],
    setHeaders: setHeaders('no-cache'),
  });
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'));
  app.get('/dashboard.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    const { tileUrl, tileAttribution } = deps;
    return { tiles: tileUrl ? { url: tileUrl, attribution: tileAttribution } : null };
  });

  return {
    answerPage: (request, reply) => {
      if (!asksForPage(request)) return false;
      reply.code(200).sendFile('index.html');
      return true;
    },
  };
}

function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers.accept?.includes('text/html') === true &&
    !isProgramPath(path) &&
    !/\.\w+$/.test(path)
  );
}

/** Nothing inline and nothing from elsewhere, but for the map's tiles where an operator named some. */
function pageHeaders(tileUrl: string | undefined): [string, string][] {
  const tiles = tileUrl ? ` ${new URL(tileUrl.replace('{s}', 'a')).origin}` : '';
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${tiles}`,
    "connect-src 'self'",
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return [
    ['content-security-policy', policy.join(';')],
    ['permissions-policy', 'camera=(self), geolocation=(), microphone=()'],
    // The tiles' host must be able to tell who asks; nobody else learns more than the origin.
    ['referrer-policy', 'strict-origin-when-cross-origin'],
  ];
}

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  answerByName,
  createFixedAnswer,
  type FixedAnswer,
  type FixedFiles,
  jsonContent,
  readFixedFiles,
} from '../kit/api/fixed-answer.ts';
import type { App } from '../kit/http/app.ts';
import { isProgramPath } from './program-paths.ts';

const built = fileURLToPath(new URL('../../web/dist/', import.meta.url));

export type DashboardDeps = {
  /** Address of map tiles, with `{z}`, `{x}` and `{y}`; without it the map is the bundled outline alone. */
  tileUrl: string | undefined;
  /** Attribution of the tiles on the map. */
  tileAttribution: string;
};

export type Dashboard = {
  /** Answers paths that no route took with the dashboard, where a person's browser asks for a page. */
  answerPage: (request: FastifyRequest, reply: FastifyReply) => boolean;
};

const nothing: Dashboard = { answerPage: () => false };

/**
 * Serves the built dashboard from `/`: assets, whose names change with their content, for ever; the page
 * itself revalidated each time. Answers nothing where it was not built.
 */
export async function addDashboard(app: App, deps: DashboardDeps): Promise<Dashboard> {
  if (!existsSync(built)) return nothing;
  const headers = pageHeaders(deps.tileUrl);
  const readPages = (folder: string, cacheControl: string): FixedFiles => {
    const keep =
      (answer: FixedAnswer): FixedAnswer =>
      (request, reply) => {
        reply.header('cache-control', cacheControl);
        for (const [name, value] of headers) reply.header(name, value);
        return answer(request, reply);
      };
    return new Map([...readFixedFiles(folder)].map(([name, answer]) => [name, keep(answer)]));
  };
  const files = readPages(built, 'no-cache');
  const page = files.get('index.html');
  if (!page) return nothing;

  const hidden = { schema: { hide: true } };
  for (const [name, answer] of files) app.get(`/${name}`, hidden, answer);
  app.get('/', hidden, page);
  // One route for them all: a route for each of a hundred files would be 10 MB of them.
  const assets = readPages(`${built}assets`, 'public, max-age=31536000, immutable');
  app.get('/assets/*', hidden, answerByName(assets));
  const { tileUrl, tileAttribution } = deps;
  const settings = { tiles: tileUrl ? { url: tileUrl, attribution: tileAttribution } : null };
  app.get('/dashboard.json', hidden, createFixedAnswer(jsonContent(() => settings)));

  return {
    answerPage: (request, reply) => {
      if (!asksForPage(request)) return false;
      page(request, reply.code(200)).catch((error) => reply.send(error));
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
    // The tiles' host must be able to identify the site; nobody else learns more than the origin.
    ['referrer-policy', 'strict-origin-when-cross-origin'],
  ];
}

import { isProgramPath } from '../../src/dashboard/program-paths.ts';

/**
 * Decides how the service worker answers a request of our own origin: `asset` from the cache,
 * `page` from the server or else the kept page, `pass` not at all, so that levels and commands are
 * never stale.
 */
export function answerFor(path: string, isNavigation: boolean): 'asset' | 'page' | 'pass' {
  if (isProgramPath(path) || path === '/dashboard.json') return 'pass';
  // Files that are no screens, such as the list of licences.
  if (isNavigation && /\.\w+$/.test(path)) return 'pass';
  if (isNavigation) return 'page';
  return /^\/(assets\/|icon)|^\/manifest\.webmanifest$/.test(path) ? 'asset' : 'pass';
}

/**
 * True if an answer may replace the page that is kept for days without a network. Only the page
 * itself may: an answer of another path may be anything.
 */
export function isThePage(path: string, { ok, redirected, headers }: KeptParts): boolean {
  const isHtml = headers.get('content-type')?.startsWith('text/html') ?? false;
  return path === '/' && ok && !redirected && isHtml;
}

type KeptParts = Pick<Response, 'ok' | 'redirected' | 'headers'>;

import { isProgramPath } from '../../src/dashboard/program-paths.ts';

/**
 * How the service worker answers a request of our own origin: `asset` from the cache, `page` from the
 * server or else the kept page, `pass` not at all, so that levels and commands are never stale.
 */
export function answerFor(path: string, isNavigation: boolean): 'asset' | 'page' | 'pass' {
  if (isProgramPath(path) || path === '/dashboard.json') return 'pass';
  if (isNavigation) return 'page';
  return /^\/(assets\/|icon)|^\/manifest\.webmanifest$/.test(path) ? 'asset' : 'pass';
}

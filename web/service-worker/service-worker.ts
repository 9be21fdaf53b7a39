import { answerFor, isThePage } from './answer-for.ts';
import { readNotification } from './read-notification.ts';

declare const self: ServiceWorkerGlobalScope;

/** Inserted by the build: files of the first screen, and all that a page may request. */
declare const builtFiles: { shell: string[]; assets: string[] };

const cacheName = 'kisima';
/** A phone at the edge of its network then gets the kept page. */
const pageDeadlineMs = 4_000;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(['/', ...builtFiles.shell]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldAssets().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const isOurs = new URL(request.url).origin === self.location.origin;
  if (request.method !== 'GET' || !isOurs) return;
  const answer = answerFor(new URL(request.url).pathname, request.mode === 'navigate');
  if (answer === 'asset') event.respondWith(readAsset(request));
  if (answer === 'page') event.respondWith(readPage(request));
});

/** Sent once the first screen is drawn, so that no screen is missing offline. */
self.addEventListener('message', (event) => {
  if (event.data === 'keep-all') event.waitUntil(keepAll());
});

self.addEventListener('push', (event) => {
  const { title, ...options } = readNotification(event.data?.text() ?? '');
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data as { url: string };
  event.waitUntil(showPage(new URL(url, self.location.origin).href));
});

/** Focuses an open window and sends it to the page, or opens one. */
async function showPage(url: string): Promise<void> {
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!open) {
    await self.clients.openWindow(url);
    return;
  }
  await open.focus();
  await open.navigate(url);
}

async function dropOldAssets(): Promise<void> {
  const cache = await caches.open(cacheName);
  const current = new Set(['/', ...builtFiles.shell, ...builtFiles.assets]);
  for (const request of await cache.keys()) {
    if (!current.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

/** Keeps one file after the other, so that requests of the page do not wait meanwhile. */
async function keepAll(): Promise<void> {
  for (const path of builtFiles.assets) {
    try {
      await readAsset(new Request(path));
    } catch {
      // The network is gone: the next start fetches the rest.
      return;
    }
  }
}

/** Answers from the cache, else fetches once: the names of these files change with their content. */
async function readAsset(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

const readKept = (cache: Cache) => cache.match('/', { ignoreVary: true });

/** Answers every screen with the one page: from the server if it answers in time, else the kept one. */
async function readPage(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  // `AbortSignal.timeout` is younger than the phones served.
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), pageDeadlineMs);
  try {
    const response = await fetch(request, { signal: deadline.signal });
    // A proxy answers so while the server restarts.
    if (response.status >= 500) return (await readKept(cache)) ?? response;
    if (isThePage(new URL(request.url).pathname, response)) await cache.put('/', response.clone());
    return response;
  } catch (error) {
    const kept = await readKept(cache);
    if (kept) return kept;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

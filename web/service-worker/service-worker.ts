import { answerFor, isThePage } from './answer-for.ts';
import { readNotification } from './read-notification.ts';

declare const self: ServiceWorkerGlobalScope;

/** Put in by the build: what the first screen needs, and every file that a page may ask for later. */
declare const builtFiles: { shell: string[]; assets: string[] };

const cacheName = 'kisima';
/** A phone at the edge of its network shows what it has rather than wait for longer. */
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

/** The page asks once its first screen stands, so that no screen is missing when the network is. */
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

/** Brings a window of ours to the page, or opens one. */
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

/** One file after the other, so that what a person asks for meanwhile does not wait. */
async function keepAll(): Promise<void> {
  for (const path of builtFiles.assets) {
    try {
      await readAsset(new Request(path));
    } catch {
      // The network went: the next start asks for the rest.
      return;
    }
  }
}

/** Files whose names change with their content are asked for once. */
async function readAsset(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** Every screen is the one page: from the server where it answers in time, else the kept one. */
async function readPage(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(pageDeadlineMs) });
    if (isThePage(new URL(request.url).pathname, response)) await cache.put('/', response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match('/', { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

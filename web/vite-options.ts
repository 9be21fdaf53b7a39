import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';
import { inStartChunk } from './start-chunk.ts';
import { withServiceWorker } from './with-service-worker.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Options of the dashboard's bundle, for the build and for the development server. */
export const viteOptions: InlineConfig = {
  configFile: false,
  root: folder('.'),
  logLevel: 'warn',
  build: {
    outDir: folder('dist'),
    emptyOutDir: true,
    // Licences of the bundled packages, which they ask to be shipped with.
    license: { fileName: 'licences.txt' },
    // The oldest browsers served: an Android phone of 2019 with an updated Chrome, and an iPhone of 2015 with the
    // last iOS it gets. Safari has `<dialog>` since 15.4.
    target: ['chrome103', 'safari15.4', 'firefox102'],
    // Our content security policy allows no inline scripts, and data: addresses only for images.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        index: folder('index.html'),
        'service-worker': folder('service-worker/service-worker.ts'),
      },
      output: {
        // Browsers identify a service worker by its address, so its name cannot change with its content.
        entryFileNames: ({ name }) =>
          name === 'service-worker' ? 'service-worker.js' : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [{ debugName: 'start', name: inStartChunk(folder('src/main.tsx')) }],
        },
      },
    },
  },
  plugins: [withServiceWorker(['/manifest.webmanifest', '/icon.svg', '/icon-192.png'])],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/v1', '/integrations', '/iot_', '/openapi.json', '/docs'].map((path) => [
        path,
        'http://127.0.0.1:8080',
      ]),
    ),
  },
};

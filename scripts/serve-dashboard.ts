// `npm run web:dev`: the dashboard with changes shown at once, in front of a server on port 8080.
import { createServer } from 'vite';
import { viteOptions } from '../web/vite-options.ts';

const server = await createServer({ ...viteOptions, logLevel: 'info' });
await server.listen();
server.printUrls();

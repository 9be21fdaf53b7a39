// Writes web/src/api/operations.ts anew from what the server says of itself at /openapi.json.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { runServer } from '../src/run.ts';
import { type OpenApi, renderOperations } from './render-operations.ts';

const target = new URL('../web/src/api/operations.ts', import.meta.url);
const folder = await mkdtemp(join(tmpdir(), 'kisima-types-'));
const server = await runServer(
  readConfig({ DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent' }),
);
try {
  const answer = await fetch(new URL('/openapi.json', server.url));
  const openApi = (await answer.json()) as OpenApi;
  await writeFile(target, await renderOperations(openApi));
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

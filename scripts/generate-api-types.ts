// Writes web/src/api/operations.ts anew from what the server says of itself at /openapi.json.
import { writeFile } from 'node:fs/promises';
import { startTestServer } from '../test/helpers/test-server.ts';
import { type OpenApi, renderOperations } from './render-operations.ts';

const target = new URL('../web/src/api/operations.ts', import.meta.url);
const server = await startTestServer({ engine: 'sqlite' });
try {
  const answer = await fetch(new URL('/openapi.json', server.url));
  const openApi = (await answer.json()) as OpenApi;
  await writeFile(target, await renderOperations(openApi));
} finally {
  await server.stop();
}

// Writes src/operations/openapi/recorded-answers.json anew: what the program answers to the examples of its own
// description, which are the examples of its answers from then on.
import { writeFile } from 'node:fs/promises';
import { exampleFrom, walkExamples } from '../test/contract/example-walk.ts';
import { contentTypes, fetchOpenApi } from '../test/contract/openapi.ts';
import { startTestServer } from '../test/helpers/server/test-server.ts';
import { fillInReferences } from './fill-in-references.ts';

const target = new URL('../src/operations/openapi/recorded-answers.json', import.meta.url);
const server = await startTestServer({
  engine: 'sqlite',
  isStill: true,
  env: { SIMULATOR_DELAY_SECONDS: '0' },
});
try {
  const openApi = fillInReferences(await fetchOpenApi(server));
  const walked = await walkExamples(server, openApi);
  const answers = walked.flatMap(({ operationId, described, status, body }) => {
    const json = described?.content?.[contentTypes.json];
    if (status >= 300 || !json) return [];
    return [[operationId, { status, body: exampleFrom(body, json.example) }] as const];
  });
  await writeFile(target, `${JSON.stringify(Object.fromEntries(answers), null, 2)}\n`);
} finally {
  await server.stop();
}

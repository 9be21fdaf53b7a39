import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { describedOperations, fetchDescription, type Schema } from './contract/openapi.ts';
import { answersShownIn, missingIn, readShown, type ShownAnswer } from './helpers/docs/examples.ts';
import { useTestServer } from './helpers/server/test-server.ts';

const folder = new URL('../docs/api/', import.meta.url);

/** What the first example of a page is. */
const records: Record<string, string> = {
  'alerts.md': 'Alert',
  'devices.md': 'Device',
  'pump-commands.md': 'PumpCommand',
  'sensor-configs.md': 'SensorConfig',
  'sensors.md': 'Reading',
};

const usualBytes = 16_384;

describe('docs/api beside the description', () => {
  const server = useTestServer({ engine: 'sqlite', isStill: true });
  let answers: Map<string, Record<string, Schema>>;
  let schemas: Record<string, Schema>;
  let most: Map<string, number>;
  let pages: [string, string][];
  before(async () => {
    const openApi = await fetchDescription(server);
    schemas = openApi.components?.schemas ?? {};
    answers = new Map(
      Array.from(describedOperations(openApi), ([route, { responses }]) => [
        route,
        Object.fromEntries(
          Object.entries(responses).flatMap(([status, { content }]) => {
            const schema = content?.['application/json']?.schema;
            return schema ? [[status, schema]] : [];
          }),
        ),
      ]),
    );
    most = new Map(
      Array.from(describedOperations(openApi), ([route, { 'x-max-bytes': bytes = usualBytes }]) => [
        route,
        bytes,
      ]),
    );
    const names = await readdir(folder);
    pages = await Promise.all(
      names.map(async (name): Promise<[string, string]> => {
        return [name, await readFile(new URL(name, folder), 'utf8')];
      }),
    );
  });

  it('shows answers with every field of theirs, but for what … stands for', () => {
    const lacking: string[] = [];
    let compared = 0;
    for (const [name, page] of pages) {
      for (const shown of answersShownIn(page)) {
        const schema = schemaOf(answers, shown);
        if (!schema) continue;
        compared += 1;
        const value = readShown(shown.body);
        assert.notEqual(value, undefined, `${name}: no JSON: ${shown.body}`);
        const missing = missingIn(value, schema);
        if (missing.length > 0) lacking.push(`${name}: ${shown.route} lacks ${missing.join(', ')}`);
      }
    }
    assert.deepEqual(lacking, []);
    assert.ok(compared >= 100, `${compared}`);
  });

  it('shows records and events with every field of theirs', () => {
    const textOf = (name: string) => pages.find(([each]) => each === name)?.[1] ?? '';
    for (const [name, title] of Object.entries(records)) {
      const [, shown = ''] = /^```json\n(.*?)^```/ms.exec(textOf(name)) ?? [];
      assert.deepEqual(missingIn(readShown(shown), named(title)), [], name);
    }
    const [, reading = ''] = /^event: reading\n.*\ndata: (.*)$/m.exec(textOf('stream.md')) ?? [];
    assert.deepEqual(missingIn(readShown(reading), named('Reading')), [], 'stream.md');
  });

  it('names every body that may be larger than the usual one', () => {
    const text = pages.find(([name]) => name === 'README.md')?.[1] ?? '';
    const [, shown = ''] = /^### Larger bodies\n(.*?)^## /ms.exec(text) ?? [];
    const larger = Array.from(most)
      .filter(([, bytes]) => bytes > usualBytes)
      .map(([route, bytes]) => `| \`${route}\` | ${sizeOf(bytes)} |`);
    assert.deepEqual(shown.match(/^\| `.*$/gm)?.sort(), larger.sort());
  });

  it('lets nginx take the largest body of all', async () => {
    const largest = Math.max(...most.values());
    for (const name of ['operations.md', 'examples/nginx.conf']) {
      const text = await readFile(new URL(`../docs/${name}`, import.meta.url), 'utf8');
      const [, megabytes] = /client_max_body_size (\d+)m;/.exec(text) ?? [];
      assert.ok(Number(megabytes) * 1_048_576 > largest, `${name}: ${megabytes}`);
    }
  });

  const named = (title: string): Schema => {
    const schema = schemas[title];
    assert.ok(schema, `no schema ${title}`);
    return schema;
  };
});

function sizeOf(bytes: number): string {
  return bytes < 1_048_576 ? `${bytes / 1024} KiB` : `${bytes / 1_048_576} MiB`;
}

/** The schema of an answer, whose path may have ids in it; undefined of what answers no JSON. */
function schemaOf(
  answers: Map<string, Record<string, Schema>>,
  { route, status }: ShownAnswer,
): Schema | undefined {
  const exact = answers.get(route);
  if (exact) return exact[status];
  for (const [described, byStatus] of answers) {
    const pattern = described.replaceAll(/[.?]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+');
    if (new RegExp(`^${pattern}$`).test(route)) return byStatus[status];
  }
  return assert.fail(`${route} is described nowhere`);
}

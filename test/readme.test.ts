import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Environment } from '../src/config.ts';
import { startTestServer, type TestServer } from './helpers/test-server.ts';

const run = promisify(execFile);
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('README', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ engine: 'sqlite' });
  });
  after(() => server.stop());

  it('lists every setting with its default and meaning, and no other', () => {
    const listed = [...readme.matchAll(/^\| `([A-Z_]+)` \| (.*?) \| (.*) \|$/gm)].map(
      ([, name, fallback, meaning]) => ({ name, fallback, meaning }),
    );
    const known = Object.entries(Environment.properties).map(([name, schema]) => {
      const { default: fallback, description } = schema as Described;
      return {
        name,
        fallback: fallback === undefined ? '' : `\`${fallback}\``,
        meaning: description,
      };
    });
    assert.deepEqual(listed, known);
  });

  it('walks with curl from an account to a report', async () => {
    const walk = /```bash\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    const script = walk.replace(/^BASE=.*$/m, `BASE=${server.url}`);
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script]);
    for (const part of ['"volume":1125', '"type":"low"', '"command":"on"', '"status":"executed"']) {
      assert.ok(stdout.includes(part), `${part} in ${stdout}`);
    }
    assert.match(stdout, /"average":22\.5,"minimum":22\.5,"maximum":22\.5,"count":1/);
    assert.match(stdout, /id,device_id,sensor_name,level/);
  });
});

type Described = { default?: unknown; description?: string };

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
    server = await startTestServer({ engine: 'sqlite', env: { SIMULATOR_DELAY_SECONDS: '0' } });
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

  it('walks with curl from an account to a report, and from a key to a message delivered', async () => {
    const walk = [...readme.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, part]) => part).join('\n');
    const script = walk.replace(/^BASE=.*$/m, `BASE=${server.url}`);
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script]);
    for (const part of ['"volume":1125', '"type":"low"', '"command":"on"', '"status":"executed"']) {
      assert.ok(stdout.includes(part), `${part} in ${stdout}`);
    }
    assert.match(stdout, /"average":22\.5,"minimum":22\.5,"maximum":22\.5,"count":1/);
    assert.match(stdout, /id,device_id,sensor_name,level/);
    for (const part of ['"to":"254712345678"', 'Tank 3 is nearly empty', '"rejected_count":1']) {
      assert.ok(stdout.includes(part), `${part} in ${stdout}`);
    }
    assert.match(stdout, /"status":"delivered"/);
    assert.match(stdout, /"balance":22,"quota":25,"used":3/);
  });
});

type Described = { default?: unknown; description?: string };

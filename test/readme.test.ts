import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { execa } from 'execa';
import { Environment, settings } from '../src/environment.ts';
import { startTestServer, type TestServer } from './helpers/test-server.ts';

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
    const all = Object.values(settings).flatMap((topic) => Object.entries(topic));
    assert.deepEqual(Object.fromEntries(all), Environment.properties);
    const known = all.map(([name, schema]) => {
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
    const stdout = await walk('Tanks: a walk with curl', server.url);
    for (const part of ['"volume":1125', '"type":"low"', '"command":"on"', '"status":"executed"']) {
      assert.ok(stdout.includes(part), `${part} in ${stdout}`);
    }
    assert.match(stdout, /"average":22\.5,"minimum":22\.5,"maximum":22\.5,"count":1/);
    assert.match(stdout, /id,device_id,sensor_name,level/);
  });

  it('walks with curl from a key to a message that has arrived', async () => {
    const stdout = await walk('SMS: a walk with curl', server.url);
    for (const part of [
      '"balance":24,"message":"SMS sent"',
      '"to":"254712345678","message":"Tank 3 is nearly empty"',
      '"dry_run":true,"queued":2,"duplicates":1',
      '"message":"Maji yamerudi","queued":2',
      '{"success":true,"balance":22,"quota":25,"used":3}',
      '"kind":"charge","credits":-2',
    ]) {
      assert.ok(stdout.includes(part), `${part} in ${stdout}`);
    }
    assert.equal(stdout.match(/"status":"delivered"/g)?.length, 2, stdout);
  });

  it('links to files that are there', () => {
    const links = Array.from(readme.matchAll(/\]\(([\w./-]+)\)/g), ([, path = '']) => path);
    const missing = links.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)));
    assert.deepEqual(missing, []);
    assert.ok(links.length > 0);
  });
});

/** Runs the first script under a heading of README against a server; @returns what it printed. */
async function walk(heading: string, url: string): Promise<string> {
  const section = readme.split(`\n## ${heading}\n`)[1] ?? '';
  const steps = /^```bash\n([\s\S]*?)^```/m.exec(section)?.[1] ?? 'exit 1';
  // Readers wait a second between two looks; the test looks again at once.
  const script = `sleep() { :; }\n${steps.replace(/^BASE=.*$/m, `BASE=${url}`)}`;
  const { stdout } = await execa({ timeout: 60_000 })`bash -euo pipefail -c ${script}`;
  return stdout;
}

type Described = { default?: unknown; description?: string };

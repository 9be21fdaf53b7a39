import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { execa } from 'execa';
import { pathWithCurl } from './helpers/http/with-curl.ts';
import { startTestServer, type TestServer } from './helpers/server/test-server.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const readme = read('README.md');
const firstSteps = read('docs/first-steps.md');

let server: TestServer;
let curl: Awaited<ReturnType<typeof pathWithCurl>>;

describe('the examples of a reader', () => {
  before(async () => {
    curl = await pathWithCurl();
    if (curl.isOurs) console.log('ℹ no curl is here: a small one of the tests runs the examples');
    server = await startTestServer({ engine: 'sqlite', env: { SIMULATOR_DELAY_SECONDS: '0' } });
  });
  after(async () => {
    await server.stop();
    await curl.remove();
  });

  describe('README', () => {
    it('has at most 150 lines', () => {
      assert.ok(readme.split('\n').length <= 150);
    });

    it('watches a tank, from an account to an alert', async () => {
      const stdout = await runExample(readme, 'Watch a tank');
      for (const part of ['"volume":1125', '"status":"warning"', '"level":22.5', '"type":"low"']) {
        assert.ok(stdout.includes(part), `${part} in ${stdout}`);
      }
      assertAnswerOnEachLine(stdout);
    });

    it('watches a tank, also where no curl is', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'kisima-no-curl-'));
      for (const program of ['bash', 'sed', 'sh']) {
        const { stdout } = await execa`which ${program}`;
        await symlink(stdout, join(folder, program));
      }
      const there = curl;
      curl = await pathWithCurl(folder);
      try {
        assert.ok(curl.isOurs);
        const stdout = await runExample(readme, 'Watch a tank');
        assert.match(stdout, /"type":"low"/);
        assertAnswerOnEachLine(stdout);
      } finally {
        await curl.remove();
        curl = there;
        await rm(folder, { recursive: true });
      }
    });

    it('sends an SMS, from a key to a message that has arrived', async () => {
      const stdout = await runExample(readme, 'Send an SMS');
      for (const part of ['"balance":24,"message":"SMS sent"', '"status":"delivered"']) {
        assert.ok(stdout.includes(part), `${part} in ${stdout}`);
      }
      assertAnswerOnEachLine(stdout);
    });
  });

  describe('docs/first-steps.md', () => {
    it('walks with curl from an account to a report', async () => {
      const stdout = await runExample(firstSteps, 'Tanks: a walk with curl');
      for (const part of [
        '"volume":1125',
        '"type":"low"',
        '"command":"on"',
        '"status":"executed"',
      ]) {
        assert.ok(stdout.includes(part), `${part} in ${stdout}`);
      }
      assert.match(stdout, /"average":22\.5,"minimum":22\.5,"maximum":22\.5,"count":1/);
      assert.match(stdout, /id,device_id,sensor_name,level/);
    });

    it('walks with curl from a key to a message that has arrived', async () => {
      const stdout = await runExample(firstSteps, 'SMS: a walk with curl');
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
      assertAnswerOnEachLine(stdout);
    });
  });
});

/** Answers that run into one another are read by nobody. */
function assertAnswerOnEachLine(stdout: string): void {
  for (const line of stdout.trim().split('\n')) assert.ok(JSON.parse(line), line);
}

/** Runs the first script under a heading of a page against the server; @returns what it printed. */
async function runExample(page: string, heading: string): Promise<string> {
  const section = page.split(`\n## ${heading}\n`)[1] ?? '';
  const steps = /^```bash\n([\s\S]*?)^```/m.exec(section)?.[1] ?? 'exit 1';
  // Readers wait a second between two looks; the test looks again at once.
  const script = `sleep() { :; }\n${steps.replace(/^BASE=.*$/m, `BASE=${server.url}`)}`;
  const options = { timeout: 60_000, env: { PATH: curl.path } };
  const { stdout } = await execa(options)`bash -euo pipefail -c ${script}`;
  return stdout;
}

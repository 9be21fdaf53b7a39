import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const runTests = fileURLToPath(new URL('../scripts/run-tests.ts', import.meta.url));
const runFiles = fileURLToPath(new URL('../scripts/run-test-files.ts', import.meta.url));
const importing = `import { describe, it } from 'node:test';\n`;
const tests = `describe('tanks', () => { it('fills', async () => {}); });`;
const passing = importing + tests;

describe('what runs the tests', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kisima-run-tests-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('passes what passes, and adds up its groups', async () => {
    const { exitCode, stdout } = await run({ 'one.test.ts': passing, 'two.test.ts': passing });

    assert.equal(exitCode, 0, stdout);
    assert.match(stdout, /all groups together\nℹ tests 2\nℹ pass 2\nℹ fail 0/);
  });

  const broken = {
    'a test': [
      `describe('tanks', () => { it('leaks', () => { throw new Error('wet'); }); });`,
      /✖ leaks/,
    ],
    'a promise that nobody awaits': [
      `it('leaks', () => { void Promise.reject(new Error('wet')); });`,
      /wet/,
    ],
    'a server that is left open': [
      `it('leaks', () => {
         const server = process.getBuiltinModule('node:net').createServer().listen(0);
         return new Promise((resolve) => server.once('listening', resolve));
       });`,
      /a test left a server open/,
    ],
    'a file that cannot be loaded': [
      `import './no-such-file.ts';`,
      /outside of a test.*bad\.test\.ts/,
    ],
  } as const;
  for (const [what, [source, told]] of Object.entries(broken)) {
    it(`fails for ${what}, and says so at the end`, async () => {
      const { exitCode, stdout } = await run({
        'good.test.ts': passing,
        'bad.test.ts': importing + source,
      });

      assert.equal(exitCode, 1, stdout);
      assert.match(stdout.slice(0, stdout.indexOf('\nall groups together')), /✔ fills/);
      assert.match(stdout, told);
    });
  }

  it('runs what is loaded only after the tests that came before would have ended', async () => {
    const late = `await new Promise((resolve) => setTimeout(resolve, 200));`;
    const files = { 'soon.test.ts': passing, 'late.test.ts': `${importing}${late}${tests}` };
    const paths = await write(files);
    const { exitCode, stdout } = await execa(
      process.execPath,
      ['--test-force-exit', '--test-reporter=spec', runFiles, ...paths],
      { env: { NODE_TEST_CONTEXT: undefined }, timeout: 60_000 },
    );

    assert.equal(exitCode, 0, stdout);
    assert.match(stdout, /ℹ pass 2\n/);
  });

  it('refuses names of no test', async () => {
    const { exitCode, stderr } = await run({});

    assert.notEqual(exitCode, 0);
    assert.match(stderr, /no test files match/);
  });

  async function write(files: Record<string, string>) {
    const paths = Object.keys(files).map((name) => join(folder, name));
    await Promise.all(Object.values(files).map((text, at) => writeFile(paths[at] ?? '', text)));
    return paths;
  }

  async function run(files: Record<string, string>) {
    const paths = await write(files);
    return execa(process.execPath, [runTests, ...(paths.length > 0 ? paths : ['nothing/**'])], {
      env: {
        NODE_TEST_CONTEXT: undefined,
        TEST_DATABASE_URL: process.env['TEST_DATABASE_URL'] ?? 'postgres://unused',
      },
      reject: false,
      timeout: 60_000,
    });
  }
});

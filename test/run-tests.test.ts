import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
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

  it('passes what passes, and adds up its processes', async () => {
    const { exitCode, stdout } = await run({ 'one.test.ts': passing, 'two.test.ts': passing });

    assert.equal(exitCode, 0, stdout);
    assert.match(stdout, /all processes together\nℹ tests 2\nℹ pass 2\nℹ fail 0/);
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
      /a test left a server open: .*bad\.test\.ts/,
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
      assert.match(stdout.slice(0, stdout.indexOf('\nall processes together')), /✔ fills/);
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

  it('tells what failed behind however much that passed', async () => {
    const many = `for (let at = 0; at < 3000; at++) it('passes ' + 'on'.repeat(100), () => {});`;
    const failing = `it('leaks', () => { throw new Error('wet'); });`;
    const { exitCode, stdout } = await run({ 'long.test.ts': importing + many + failing });

    assert.equal(exitCode, 1);
    assert.match(stdout, /ℹ tests 3001\nℹ pass 3000\nℹ fail 1\n/);
  });

  it('ends a process that says nothing any more, and lets the others go on', async () => {
    const hanging = 'setInterval(() => {}, 1000); await new Promise(() => {});';
    const files = { 'good.test.ts': passing, 'bad.test.ts': hanging };
    const { exitCode, stdout } = await run(files, { TEST_SILENCE_SECONDS: '10' });

    assert.equal(exitCode, 1, stdout);
    assert.match(stdout, /✖ said nothing for .* minutes: .*bad\.test\.ts/);
    assert.match(stdout, /✔ fills/);
  });

  it('gives each process its next file when it is done with one, and names what broke off alone', async () => {
    const here = `it('runs in ' + process.pid, () => {});`;
    const many = Array.from({ length: 12 }, (_, at) => [`many-${at}.test.ts`, importing + here]);
    const dying = `it('dies', () => process.kill(process.pid, 'SIGKILL'));`;
    const { exitCode, stdout } = await run({
      ...Object.fromEntries(many),
      'a-bad.test.ts': importing + dying,
    });

    assert.equal(exitCode, 1, stdout);
    const ran = Array.from(stdout.matchAll(/✔ runs in (\d+)/g), ([, pid]) => pid);
    assert.equal(ran.length, many.length);
    // At most four side by side, and one that goes on for the one that broke off.
    assert.ok(new Set(ran).size <= 5);
    const told = stdout.slice(stdout.indexOf('\nall processes together'));
    assert.deepEqual(
      told.match(/\S+\.test\.ts/g)?.map((path) => basename(path)),
      [...['a-bad.test.ts', 'a-bad.test.ts']],
    );
  });

  it('says of which files tests failed that one process ran, and runs these alone once more', async () => {
    const once = `it('fails at first', () => {
      const { existsSync, writeFileSync } = process.getBuiltinModule('node:fs');
      const mark = new URL('./mark', import.meta.url);
      if (existsSync(mark)) return;
      writeFileSync(mark, '');
      throw new Error('wet');
    });`;
    const files = { 'good.test.ts': passing, 'once.test.ts': importing + once };
    const { exitCode, stdout } = await run(files);

    assert.equal(exitCode, 0, stdout);
    assert.match(stdout, /once more by themselves: \S+once\.test\.ts\n/);
    assert.match(stdout, /unsteady, to be mended: \S+once\.test\.ts\n?$/);
  });

  it('has tests leave their temporary files where it removes them', async () => {
    const leaving = `it('leaves', () => {
      const { mkdtempSync } = process.getBuiltinModule('node:fs');
      const { tmpdir } = process.getBuiltinModule('node:os');
      console.log('left in ' + mkdtempSync(tmpdir() + '/kisima-left-'));
    });`;
    const { stdout } = await run({ 'leaving.test.ts': importing + leaving }, { TEST_FOLDER: '' });

    const [, left = ''] = /left in (\S+)/.exec(stdout) ?? [];
    assert.match(left, /kisima-tests-\w+\/kisima-left-/);
    assert.equal(existsSync(dirname(left)), false);
  });

  it('tells what has ended and removes its data where it is left', async () => {
    const paths = await write({
      'ends.test.ts': `${importing}it('is left in ' + process.env.TEST_FOLDER, () => {});`,
      'hangs.test.ts': `${importing}it('hangs', () => new Promise(() => setInterval(() => {}, 1000)));`,
    });
    const env = { NODE_TEST_CONTEXT: undefined, TEST_DATABASE_URL: '', TEST_FOLDER: '' };
    const running = execa(process.execPath, [runTests, ...paths], { env, reject: false });
    let left: string | undefined;
    for await (const line of running) {
      left ??= /✔ is left in (\S+)/.exec(line)?.[1];
      if (left !== undefined) running.kill('SIGTERM');
    }
    const { exitCode, stdout } = await running;

    assert.equal(exitCode, 1, stdout);
    assert.match(stdout, /all processes together/);
    assert.match(stdout, /\d+\.\d +\d+\.\d \S+ends\.test\.ts\n/);
    assert.match(left ?? '', /kisima-tests-\w+$/);
    assert.equal(existsSync(left ?? ''), false);
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

  async function run(files: Record<string, string>, env: Record<string, string> = {}) {
    const paths = await write(files);
    return execa(process.execPath, [runTests, ...(paths.length > 0 ? paths : ['nothing/**'])], {
      env: {
        NODE_TEST_CONTEXT: undefined,
        TEST_DATABASE_URL: process.env['TEST_DATABASE_URL'] ?? 'postgres://unused',
        ...env,
      },
      reject: false,
      timeout: 60_000,
    });
  }
});

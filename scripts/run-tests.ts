// Runs the test suite: `npm test`, or some of its files: `npm test -- test/fuzz.test.ts 'src/sms/**'`.
// Tests that kill, cut off and restart for long are in `test/long/`: `npm run test:long` runs them.
// Those with programs of Debian are in `test/mosquitto/` and `test/net-smpp/`: `npm run test:mosquitto`, `test:net-smpp`;
// `test/home-assistant/` reads a checkout of Home Assistant: `HOME_ASSISTANT=FOLDER npm run test:home-assistant`.
// They are dealt to groups, and processes side by side take one group after the other, so that none is
// left with most of the work; all share one PostgreSQL. What a group prints is seen when it ends, what
// failed once more at the end, with the sums of all. A few files that fail are run once more by themselves:
// what then passes is named as unsteady, to be mended, and does not keep back what others have written.
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { whyNoChromium } from '../test/helpers/browser/why-no-chromium.ts';
import { startSharedPostgres } from '../test/helpers/database/postgres-server.ts';
import { makePlaceOfTests } from '../test/helpers/server/test-folder.ts';
import { runWhileItSpeaks, type SpokenResult } from './run-while-it-speaks.ts';
import { slowestTests } from './slowest-tests.ts';

const everywhere = ['src/**', 'test/**', 'bench/**', 'web/{src,service-worker}/**'];
const withoutHooks = fileURLToPath(
  new URL('../test/helpers/without-async-hooks.cjs', import.meta.url),
);
const runFiles = fileURLToPath(new URL('./run-test-files.ts', import.meta.url));

/** Several times what any test takes, or what is before it. One that hangs fails, and the rest goes on. */
const longestTestMs = 5 * 60_000;
const options = [
  ...['--require', withoutHooks, '--test-reporter=spec'],
  ...[`--test-timeout=${longestTestMs}`, '--test-force-exit', runFiles],
];
const counts = ['tests', 'pass', 'fail', 'cancelled', 'skipped', 'todo'];

/** Small enough that the processes end together, and not so many that loading them all tells. */
const mostGroups = 12;

/**
 * A group takes as long as the tests that it holds. What shows that it goes on is that they end: each does
 * within its time, and what is before or behind it, too.
 */
const mostSilentMs =
  Number(process.env['TEST_SILENCE_SECONDS'] || 2 * (longestTestMs / 1000)) * 1000;

/** One more than there are processors: for a third of its time a test waits for a deadline, a process or a pause. */
const sideBySide = Math.min(4, availableParallelism() + 1);

/** What Node keeps of files that it has compiled: tests start hundreds of servers and their threads. */
const compiled = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));

/** More files than these fail by one fault, not by chance. */
const mostUnsteady = 4;

const leaving = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leaving.abort());

const asked = process.argv.slice(2);
const exclude =
  asked.length > 0
    ? []
    : ['test/long/**', 'test/mosquitto/**', 'test/net-smpp/**', 'test/home-assistant/**'];
const files = globSync(asked.length > 0 ? asked : everywhere, { exclude }).filter((file) =>
  file.endsWith('.test.ts'),
);
if (files.length === 0) throw new Error(`no test files match ${asked.join(' ')}`);

if (files.some((file) => file.startsWith('test/browser/'))) {
  const why = await whyNoChromium();
  if (why) console.log(`✖ Tests in a browser will fail: ${why}`);
}

const place = process.env['TEST_FOLDER'] ? undefined : await makePlaceOfTests();
if (place) process.env['TEST_FOLDER'] = place.folder;
const postgres = process.env['TEST_DATABASE_URL'] ? undefined : await startSharedPostgres();
try {
  const limit = pLimit(sideBySide);
  const groups = dealt(slowestFirst(files), mostGroups);
  const results = await Promise.all(groups.map((group) => limit(() => runGroup(group))));
  tell(results);
  if (process.exitCode !== 0) process.exitCode = (await passAlone(failedFiles(results))) ? 0 : 1;
} finally {
  await postgres?.stop();
  await place?.remove();
}

/** What is slow is dealt first, so that no group has much of it; else files that lie together do. */
function slowestFirst(all: string[]): string[] {
  const slow = slowestTests.filter((file) => all.includes(file));
  return [...slow, ...all.filter((file) => !slow.includes(file)).sort()];
}

/** One after the other to each group, since files that lie together take about as long. */
function dealt(all: string[], most: number): string[][] {
  const groups = Array.from({ length: Math.min(most, all.length) }, (): string[] => []);
  for (const [index, file] of all.entries()) groups[index % groups.length]?.push(file);
  return groups;
}

/** @returns how it went, as `tell` wants it */
async function runGroup(group: string[]): Promise<GroupResult> {
  const env = {
    NODE_COMPILE_CACHE: compiled,
    // What a test leaves in the folder for temporary files goes with all others' data.
    TMPDIR: process.env['TEST_FOLDER'],
    ...(postgres && { TEST_DATABASE_URL: postgres.url }),
  };
  const args = [...options, ...group];
  const result = await runWhileItSpeaks(args, { env, signal: leaving.signal, mostSilentMs });
  process.stdout.write(`${result.stdout}\n`);
  if (result.wasSilent)
    console.log(`✖ said nothing for ${mostSilentMs / 60_000} minutes: ${group.join(' ')}`);
  return { ...result, group };
}

type GroupResult = SpokenResult & { group: string[] };

/** Files of which a test failed; the whole group where it failed outside of its tests. */
function failedFiles(results: GroupResult[]): string[] {
  return results
    .filter(({ exitCode }) => exitCode !== 0)
    .flatMap(({ stdout, group }) => {
      const named = [...stdout.matchAll(/^test at (.+\.ts):\d+:\d+$/gm)].map(
        ([, file = '']) => file,
      );
      const isWhole = named.length === 0 || named.some((file) => !group.includes(file));
      return isWhole ? group : [...new Set(named)];
    });
}

/** Runs a few files that failed once more, with nothing beside them. @returns whether all pass now */
async function passAlone(failed: string[]): Promise<boolean> {
  if (failed.length === 0 || failed.length > mostUnsteady || leaving.signal.aborted) return false;
  console.log(`\nonce more by themselves: ${failed.join(' ')}`);
  const { exitCode } = await runGroup(failed);
  if (exitCode === 0) console.log(`\n⚠ unsteady, to be mended: ${failed.join(' ')}`);
  return exitCode === 0;
}

function tell(results: GroupResult[]): void {
  console.log('\nall groups together');
  for (const { stdout, exitCode, group } of results) {
    const failures = stdout.indexOf('\n✖ failing tests:');
    if (failures >= 0) console.log(stdout.slice(failures));
    else if (exitCode !== 0)
      console.log(`\n✖ failed outside of a test, see above: ${group.join(' ')}`);
  }
  for (const count of counts) console.log(`ℹ ${count} ${sumOf(results, count)}`);
  process.exitCode = results.every(({ exitCode }) => exitCode === 0) ? 0 : 1;
}

/** Adds up what the reporter says at the end of each group. */
function sumOf(results: GroupResult[], count: string): number {
  return results
    .map(({ stdout }) => Number(stdout.match(new RegExp(`^ℹ ${count} (\\d+)$`, 'm'))?.[1] ?? 0))
    .reduce((sum, each) => sum + each, 0);
}

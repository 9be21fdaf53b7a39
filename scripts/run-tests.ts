// Runs the test suite: `npm test`, or some of its files: `npm test -- test/fuzz.test.ts 'src/sms/**'`.
// It takes less than ten minutes on two processors; what would make it longer runs in small there and at full size
// in `npm run test:whole`.
// Tests that kill, cut off and restart for long are in `test/long/`: `npm run test:long` runs them.
// Those with programs of Debian are in `test/mosquitto/` and `test/net-smpp/`: `npm run test:mosquitto`, `test:net-smpp`;
// `test/home-assistant/` reads a checkout of Home Assistant: `HOME_ASSISTANT=FOLDER npm run test:home-assistant`.
// Processes side by side take them from one queue, each the next one when it is done with one, so that all
// end together; all share one PostgreSQL. What a process prints is seen when it takes its next file, what
// failed once more at the end, with the dearest files and the sums of all. A few files that fail are run once more by themselves:
// what then passes is named as unsteady, to be mended, and does not keep back what others have written.
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { whyNoChromium } from '../test/helpers/browser/why-no-chromium.ts';
import { startSharedPostgres } from '../test/helpers/database/postgres-server.ts';
import { makePlaceOfTests } from '../test/helpers/server/test-folder.ts';
import { describeEfforts, type Effort } from './effort-of-file.ts';
import type { FromFiles, ToFiles } from './run-test-files.ts';
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

/**
 * A process takes as long as the tests that it runs. What shows that it goes on is that they end: each does
 * within its time, and what is before or behind it, too.
 */
const mostSilentMs =
  Number(process.env['TEST_SILENCE_SECONDS'] || 2 * (longestTestMs / 1000)) * 1000;

/** One more than there are processors: for a third of its time a test waits for a deadline, a process or a pause. */
const sideBySide = Math.min(4, availableParallelism() + 1);

/** What Node keeps of files that it has compiled: tests start hundreds of servers and their threads. */
const compiled = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));

/** How many of the dearest files are named at the end: `DEAREST=1000` names all. */
const mostNamed = Number(process.env['DEAREST'] || 25);

const startedAt = performance.now();

/** More files than these fail by one fault, not by chance. */
const mostUnsteady = 4;

// Heard for good: where nobody else hears it any more, execa ends this process at once, which then has told nothing
// and left its PostgreSQL and all data behind.
const leaving = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => leaving.abort());

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
  const queue = slowestFirst(files);
  const count = Math.min(sideBySide, queue.length);
  const results = await Promise.all(Array.from({ length: count }, () => runQueue(queue)));
  tell(results.flat());
  if (process.exitCode !== 0)
    process.exitCode = (await passAlone(failedFiles(results.flat()))) ? 0 : 1;
} finally {
  await postgres?.stop();
  await place?.remove();
}

/** What is slow is begun first, so that nothing of it is left to the end. */
function slowestFirst(all: string[]): string[] {
  const slow = slowestTests.filter((file) => all.includes(file));
  return [...slow, ...all.filter((file) => !slow.includes(file)).sort()];
}

type ProcessResult = SpokenResult & {
  /** All that it has taken: where it broke off, it did so in the last one. */
  taken: string[];
  /** Those of them that failed outside of their tests. */
  broken: string[];
  /** What those took that ended. */
  efforts: Effort[];
};

/** Has one process take files until none is left, and another one go on where it breaks off. */
async function runQueue(queue: string[]): Promise<ProcessResult[]> {
  const results: ProcessResult[] = [];
  while (queue.length > 0 && !leaving.signal.aborted) results.push(await takeFiles(queue));
  return results;
}

async function takeFiles(queue: string[]): Promise<ProcessResult> {
  const env = {
    NODE_COMPILE_CACHE: compiled,
    // What a test leaves in the folder for temporary files goes with all others' data.
    TMPDIR: process.env['TEST_FOLDER'],
    ...(postgres && { TEST_DATABASE_URL: postgres.url }),
  };
  // Taken before it begins: where it cannot, the next one has another file to begin with.
  let [file] = queue.splice(0, 1);
  const taken = file === undefined ? [] : [file];
  const broken: string[] = [];
  const efforts: Effort[] = [];
  const take = (): ToFiles => {
    const given = file ?? queue.shift();
    if (file === undefined && given !== undefined) taken.push(given);
    file = undefined;
    return { file: given };
  };
  const result = await runWhileItSpeaks(options, {
    env,
    mostSilentMs,
    signal: leaving.signal,
    answer: (message) => {
      const said = message as FromFiles;
      if (said === 'next') return take();
      if ('took' in said) efforts.push(said.took);
      else broken.push(said.failed);
      return undefined;
    },
    print: (lines) => process.stdout.write(lines),
  });
  const last = taken.at(-1) ?? '';
  if (result.wasSilent) console.log(`✖ said nothing for ${mostSilentMs / 60_000} minutes: ${last}`);
  if (!hasEnded(result)) broken.push(last);
  return { ...result, taken, broken, efforts };
}

/** False where it broke off before the sums at its end, and what had failed by then is not told. */
function hasEnded({ stdout }: SpokenResult): boolean {
  return /^ℹ fail \d+$/m.test(stdout);
}

/** Files of which a test failed, and all of a process of which is not known which they are. */
function failedFiles(results: ProcessResult[]): string[] {
  return results
    .filter(({ exitCode }) => exitCode !== 0)
    .flatMap((result) => {
      const inTests = result.stdout.matchAll(/^test at (.+\.ts):\d+:\d+$/gm);
      const named = [...result.broken, ...Array.from(inTests, ([, file = '']) => file)];
      const isKnown = hasEnded(result) && named.every((file) => result.taken.includes(file));
      return isKnown && named.length > 0 ? [...new Set(named)] : result.taken;
    });
}

/** Runs a few files that failed once more, with nothing beside them. @returns whether all pass now */
async function passAlone(failed: string[]): Promise<boolean> {
  if (failed.length === 0 || failed.length > mostUnsteady || leaving.signal.aborted) return false;
  console.log(`\nonce more by themselves: ${failed.join(' ')}`);
  const results = await runQueue([...failed]);
  const isPassed = results.every(({ exitCode }) => exitCode === 0);
  if (isPassed) console.log(`\n⚠ unsteady, to be mended: ${failed.join(' ')}`);
  return isPassed;
}

function tell(results: ProcessResult[]): void {
  const efforts = results.flatMap((result) => result.efforts);
  console.log(`\n${describeEfforts(efforts, performance.now() - startedAt, mostNamed).join('\n')}`);
  console.log('\nall processes together');
  for (const { stdout, exitCode, taken, broken } of results) {
    const failures = stdout.indexOf('\n✖ failing tests:');
    if (failures >= 0) console.log(stdout.slice(failures));
    const unnamed = exitCode !== 0 && failures < 0 && broken.length === 0 ? taken : [];
    for (const file of [...broken, ...unnamed]) {
      console.log(`\n✖ failed outside of a test, see above: ${file}`);
    }
  }
  for (const count of counts) console.log(`ℹ ${count} ${sumOf(results, count)}`);
  process.exitCode = results.every(({ exitCode }) => exitCode === 0) ? 0 : 1;
}

/** Adds up what the reporter says at the end of each process. */
function sumOf(results: ProcessResult[], count: string): number {
  return results
    .map(({ stdout }) => Number(stdout.match(new RegExp(`^ℹ ${count} (\\d+)$`, 'm'))?.[1] ?? 0))
    .reduce((sum, each) => sum + each, 0);
}

// Runs the whole test suite: `npm test`. Its files are dealt to groups, and processes side by side take
// one group after the other, so that none is left with most of the work; all share one PostgreSQL. What
// a group prints is seen when it ends, what failed once more at the end, with the sums of all.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { execa, type Result } from 'execa';
import pLimit from 'p-limit';
import { startSharedPostgres } from '../test/helpers/postgres-server.ts';

const files = ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/{src,service-worker}/**/*.test.ts'];
const options = ['--test-isolation=none', '--test-concurrency=1', '--test-reporter=spec'];
const counts = ['tests', 'pass', 'fail', 'cancelled', 'skipped', 'todo'];

/** Small enough that the processes end together, and not so many that loading them all tells. */
const groups = 16;

/** Many times what a group takes. One that a failed test left a server or a browser to never ends by itself. */
const longestMs = 15 * 60_000;
const sideBySide = Math.min(4, Math.max(2, availableParallelism()));

/** What Node keeps of files that it has compiled: tests start hundreds of servers and their threads. */
const compiled = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));

const leaving = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leaving.abort());

const postgres = process.env['TEST_DATABASE_URL'] ? undefined : await startSharedPostgres();
try {
  const limit = pLimit(sideBySide);
  const numbers = Array.from({ length: groups }, (_, index) => index + 1);
  const results = await Promise.all(numbers.map((number) => limit(() => runGroup(number))));
  tell(results);
} finally {
  await postgres?.stop();
}

async function runGroup(number: number) {
  const shard = `--test-shard=${number}/${groups}`;
  const result = await execa(process.execPath, ['--test', ...options, shard, ...files], {
    stdin: 'ignore',
    stderr: 'inherit',
    env: { NODE_COMPILE_CACHE: compiled, ...(postgres && { TEST_DATABASE_URL: postgres.url }) },
    reject: false,
    maxBuffer: Number.POSITIVE_INFINITY,
    cancelSignal: leaving.signal,
    timeout: longestMs,
    killSignal: 'SIGKILL',
  });
  process.stdout.write(`${result.stdout}\n`);
  if (result.timedOut)
    console.log(`✖ group ${number} did not end within ${longestMs / 60_000} minutes`);
  return result;
}

type GroupResult = Pick<Result, 'exitCode'> & { stdout: string };

function tell(results: GroupResult[]): void {
  console.log('\nall groups together');
  for (const { stdout } of results) {
    const failures = stdout.indexOf('\n✖ failing tests:');
    if (failures >= 0) console.log(stdout.slice(failures));
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

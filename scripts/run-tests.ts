// Runs the whole test suite: `npm test`. Its files go to two processes side by side, each with a
// PostgreSQL of its own: one after the other they leave half of two cores idle. What the first prints is
// seen at once, what the second prints once the first has ended, and then the sums of both.
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const files = ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/{src,service-worker}/**/*.test.ts'];
const options = ['--test-isolation=none', '--test-concurrency=1', '--test-reporter=spec'];
const counts = ['tests', 'pass', 'fail', 'cancelled', 'skipped', 'todo'];

/** What Node keeps of files that it has compiled: tests start hundreds of servers and their threads. */
const compiled = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));

const shards = (['1/2', '2/2'] as const).map((shard) =>
  execa(process.execPath, ['--test', ...options, `--test-shard=${shard}`, ...files], {
    stdin: 'ignore',
    stdout: shard === '1/2' ? ['pipe', 'inherit'] : 'pipe',
    stderr: 'inherit',
    env: { NODE_COMPILE_CACHE: compiled },
    reject: false,
    maxBuffer: Number.POSITIVE_INFINITY,
  }),
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const shard of shards) shard.kill(signal);
  });
}
const results = await Promise.all(shards);
process.stdout.write(`${results[1]?.stdout}\n`);
console.log('\nboth shards together');
for (const count of counts) console.log(`ℹ ${count} ${sumOf(count)}`);
process.exitCode = results.every(({ exitCode }) => exitCode === 0) ? 0 : 1;

/** Adds up what the reporter says at the end of each shard. */
function sumOf(count: string): number {
  return results
    .map(({ stdout }) => Number(stdout.match(new RegExp(`^ℹ ${count} (\\d+)$`, 'm'))?.[1] ?? 0))
    .reduce((sum, each) => sum + each, 0);
}

// Runs the whole test suite: `npm test`. Its files go to two processes side by side, each with a
// PostgreSQL of its own: one after the other they leave half of two cores idle. What the first prints is
// seen at once, what the second prints once the first has ended, and then the sums of both.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const files = ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/{src,service-worker}/**/*.test.ts'];
const counts = ['tests', 'pass', 'fail', 'cancelled', 'skipped', 'todo'];

/** What Node keeps of files that it has compiled: tests start hundreds of servers and their threads. */
const compiled = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));

const first = startShard('1/2', (part) => void process.stdout.write(part));
const second = startShard('2/2', () => {});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const { child } of [first, second]) child.kill(signal);
  });
}
const results = [await first.ended, await second.ended] as const;
process.stdout.write(results[1].output);
console.log('\nboth shards together');
for (const count of counts) console.log(`ℹ ${count} ${sumOf(count)}`);
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;

function startShard(shard: string, show: (part: string) => void) {
  const options = ['--test-isolation=none', '--test-concurrency=1', `--test-shard=${shard}`];
  const child = spawn(process.execPath, ['--test', ...options, '--test-reporter=spec', ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    output += part;
    show(part);
  });
  const ended = once(child, 'close').then(([code]) => ({ code, output }));
  return { child, ended };
}

/** Adds up what the reporter says at the end of each shard. */
function sumOf(count: string): number {
  return results
    .map(({ output }) => Number(output.match(new RegExp(`^ℹ ${count} (\\d+)$`, 'm'))?.[1] ?? 0))
    .reduce((sum, each) => sum + each, 0);
}

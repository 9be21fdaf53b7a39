import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { migrateOnly } from '../src/cli/migrate-only.ts';
import { readConfig } from '../src/config.ts';
import { cpuSeconds } from './lib/cpu.ts';
import { report } from './lib/figures.ts';
import { type BenchPostgres, startPostgres } from './lib/postgres.ts';
import { type Served, serveKisima } from './lib/processes.ts';
import { addVirtualFleet } from './lib/seed/add-fleet.ts';

const kisima = fileURLToPath(new URL('../src/cli/kisima.ts', import.meta.url));
const accounts = 100;
const lookEveryMs = 2000;

/**
 * `npm run bench fleet -- --devices 200000 [--database] -- …`: a fleet of `kisima simulate` against a
 * server of its own, with the processor time and the memory of both. Whatever stands behind the second
 * `--` goes to `simulate`, such as `--every 300 --duration 600 --blackout 120,60`. The devices are put
 * into the database at once, since registering so many through the interface would take longer.
 *
 * With `--port 8080` a proxy that speaks TLS can stand before the server:
 * `-- --url https://localhost:8443 --ca FILE`.
 */
export async function benchFleet(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '200000' },
      database: { type: 'boolean', default: false },
      port: { type: 'string', default: '0' },
    },
    allowPositionals: true,
  });
  const devices = Number(values.devices);
  const folder = await mkdtemp(resolve('bench-data-'));
  await chmod(folder, 0o755);
  const postgres = values.database ? await startPostgres(join(folder, 'postgres')) : undefined;
  try {
    const env = {
      DATA_DIR: join(folder, 'data'),
      PORT: values.port,
      REGISTRATIONS_PER_ADDRESS: '1000',
      // The simulator tries to sign in before it registers an account.
      LOGIN_FAILURES_PER_ADDRESS: '1000',
      PUSH_RATE_PER_DEVICE: '10',
      PUSH_BURST_PER_DEVICE: '60',
      ...(postgres && { DATABASE_URL: postgres.url }),
    };
    const first = await serveKisima(env.DATA_DIR, env);
    await simulate(first, ['--devices', `${accounts}`, '--duration', '0']);
    await first.stop();
    await migrateOnly(readConfig(env), (db) =>
      addVirtualFleet(db, { devices, accounts, now: Date.now() }),
    );
    const server = await serveKisima(env.DATA_DIR, env);
    await measure(server, postgres, ['--devices', `${devices}`, ...positionals]);
    await server.stop();
  } finally {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  server: Served,
  postgres: BenchPostgres | undefined,
  args: string[],
): Promise<void> {
  const used = () => [server.process.pid, postgres?.pid].map((pid) => cpuSeconds(pid) ?? 0);
  const before = used();
  const { seconds, megabytes } = await simulate(server, args);
  const [program = 0, database = 0] = used().map((now, at) => now - (before[at] ?? 0));
  report('processor time of the server', `${program.toFixed(0)} s`);
  if (postgres) report('  of PostgreSQL', `${database.toFixed(0)} s`);
  report('  of the simulator', `${seconds.toFixed(0)} s`);
  report('memory of the server, at most (RSS)', `${peakMegabytes(server.process.pid)} MB`);
  report('  of the simulator', `${megabytes} MB`);
}

/** Runs the simulator, whose report goes to the terminal; its processor time and most memory. */
async function simulate({ url }: Served, args: string[]) {
  const fixed = ['simulate', '--url', url, '--accounts', `${accounts}`, '--outages', 'off'];
  const running = execa(process.execPath, [kisima, ...fixed, ...args], { stdio: 'inherit' });
  const last = { seconds: 0, megabytes: 0 };
  const looking = setInterval(() => {
    last.seconds = Math.max(last.seconds, cpuSeconds(running.pid) ?? 0);
    last.megabytes = Math.max(last.megabytes, peakMegabytes(running.pid));
  }, lookEveryMs);
  try {
    await running;
  } finally {
    clearInterval(looking);
  }
  return last;
}

function peakMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1000);
  } catch {
    return 0; // It ended just now.
  }
}

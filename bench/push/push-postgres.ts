import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuSeconds } from '../lib/cpu.ts';
import { report } from '../lib/figures.ts';
import { answerOf, inTurn, push, startWithFleet } from '../lib/load/push-load.ts';
import type { Measured } from '../lib/load/wrk.ts';
import { startPostgres } from '../lib/postgres.ts';
import { serve } from '../lib/processes.ts';

/**
 * `npm run bench push -- --database`: durable pushes onto a PostgreSQL of the benchmark's own, with
 * its own `fsync` and `synchronous_commit`, against the same bare floor, all on one machine.
 */
export async function benchPushToPostgres(seconds: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kisima-bench-push-'));
  await chmod(folder, 0o755);
  const postgres = await startPostgres(join(folder, 'postgres'));
  try {
    const loaded = await startWithFleet(join(folder, 'data'), { DATABASE_URL: postgres.url });
    const floor = await serve('bench/floor-server.ts', { FLOOR_ANSWER: await answerOf(loaded) });
    const { server, bodies } = loaded;
    const parties = { program: server.process.pid, PostgreSQL: postgres.pid };
    const bareCosts = createCosts({ 'the floor': floor.process.pid });
    const costs = createCosts(parties);
    const [bare, durable] = await inTurn(
      () => bareCosts.count(() => push(floor, bodies, 64, seconds), seconds),
      () => costs.count(() => push(server, bodies, 64, seconds), seconds),
    );
    report('floor, 64 connections', `${bare.perSecond.toFixed(0)}/s`, `p99 ${bare.p99Ms} ms`);
    report(
      'durable pushes on PostgreSQL, 64 connections',
      `${durable.perSecond.toFixed(0)}/s`,
      `p99 ${durable.p99Ms} ms`,
    );
    report('  of the floor', (durable.perSecond / bare.perSecond).toFixed(3), 'at least 0.25');
    bareCosts.report();
    costs.report();
    await floor.stop();
    await server.stop();
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Counts the processor time of each party for a push. */
function createCosts(parties: Record<string, number | undefined>) {
  const used = new Map<string, number>();
  let pushes = 0;
  return {
    count: async (run: () => Promise<Measured>, seconds: number): Promise<Measured> => {
      const before = Object.entries(parties).map(([name, pid]) => [name, cpuSeconds(pid)] as const);
      const measured = await run();
      pushes += measured.perSecond * seconds;
      for (const [name, from] of before) {
        const to = cpuSeconds(parties[name]);
        if (from === undefined || to === undefined) continue;
        used.set(name, (used.get(name) ?? 0) + to - from);
      }
      return measured;
    },
    report: () => {
      for (const [name, seconds] of used) {
        report(`  processor time a push, ${name}`, `${((seconds / pushes) * 1e6).toFixed(1)} µs`);
      }
    },
  };
}

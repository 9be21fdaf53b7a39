import assert from 'node:assert/strict';
import type { SimulateOptions } from '../../../src/cli/simulate/options.ts';
import type { FleetReport } from '../../../src/cli/simulate/report.ts';
import { simulate } from '../../../src/cli/simulate/simulate.ts';
import type { Tally } from '../../../src/cli/simulate/tally.ts';
import { type StandIn, startStandIn } from './stand-in-server.ts';
import { createTestIo, type TestIo } from './test-io.ts';

export interface World {
  server: StandIn;
  io: TestIo;
  run(options?: Partial<SimulateOptions>): Promise<Tally>;
  /** A result with the lines of the closing table. */
  report(options?: Partial<SimulateOptions>): Promise<FleetReport>;
}

/** Three sound devices without a history, which read each minute. */
export const smallFleet: SimulateOptions = {
  url: '',
  devices: 3,
  days: 0,
  everySeconds: 60,
  historyEveryMinutes: 10,
  speed: 1 / 60,
  durationSeconds: 0,
  seed: 1,
  concurrency: 4,
  accounts: 1,
  email: 'a@kisima.example',
  password: 'kisima-test',
  kind: 'mixed',
  sensor: 'good',
  outages: false,
  blackout: null,
  connections: 'kept',
  sockets: 100,
  ca: null,
};

/** A stand-in server and a fleet's outside world that share one clock, which begins at `startsAt`. */
export async function withWorld(
  startsAt: number,
  body: (world: World) => Promise<void>,
): Promise<void> {
  const io = createTestIo(startsAt);
  const server = await startStandIn(io.now);
  const report: World['report'] = async (options = {}) => {
    const report = await simulate({ ...smallFleet, url: server.url, ...options }, io);
    assertEveryPushIsCounted(report.tally, server);
    return report;
  };
  const run: World['run'] = async (options) => (await report(options)).tally;
  try {
    await body({ server, io, run, report });
  } finally {
    await server.close();
  }
}

function assertEveryPushIsCounted(tally: Tally, server: StandIn): void {
  const refused = [...tally.refused.values()].reduce((sum, times) => sum + times, 0);
  const { sent, stored, duplicates, busy, unanswered } = tally;
  assert.equal(sent, stored + duplicates + refused + busy + unanswered);
  assert.ok(sent <= server.pushes.length);
}

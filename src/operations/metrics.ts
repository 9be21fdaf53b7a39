import { stat } from 'node:fs/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Engine } from '../db/db.ts';
import { keyRefusals } from '../db/tables/device-tables.ts';
import type { AnswerObserver } from '../kit/api/route-hooks.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { ClockWatch } from '../kit/time/clock-watch.ts';

type Jumps = Pick<ClockWatch, 'onJump'>;
type Leaders = { jobs: () => ReadonlyMap<string, boolean> };

/** Metrics of the program, for Prometheus. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'kisima_http_request_duration_seconds',
      help: 'Time from a request to its answer, by route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers: [registry],
    }),
    commitBatch: new Histogram({
      name: 'kisima_commit_batch_readings',
      help: 'Readings that went out in one commit.',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
      registers: [registry],
    }),
    commitSeconds: new Histogram({
      name: 'kisima_commit_duration_seconds',
      help: 'Time from handing a batch to the database until it is durable.',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2],
      registers: [registry],
    }),
    readings: new Counter({
      name: 'kisima_readings_total',
      help: 'Readings by what became of them: stored, refused for what they say, failed since storage could not take them.',
      labelNames: ['outcome'],
      registers: [registry],
      // Prometheus sees no increase in a series that begins with 1, and the first failure counts.
      collect() {
        for (const outcome of ['stored', 'refused', 'failed']) this.inc({ outcome }, 0);
      },
    }),
    deviceRefusals: new Counter({
      name: 'kisima_device_key_refusals_total',
      help: 'Requests of known devices that were refused for their key or signature, by reason.',
      labelNames: ['reason'],
      registers: [registry],
      collect() {
        for (const reason of keyRefusals) this.inc({ reason }, 0);
      },
    }),
    expiredRows: new Counter({
      name: 'kisima_expired_rows_total',
      help: 'Rows that were deleted since they were older than they are kept, by table.',
      labelNames: ['table'],
      registers: [registry],
    }),
    readingParts: new Gauge({
      name: 'kisima_reading_parts',
      help: 'Parts of the table of readings that have bounds, as the process knows that makes them.',
      registers: [registry],
    }),
    readingPartsEnd: new Gauge({
      name: 'kisima_reading_parts_end_seconds',
      help: 'When the last part of readings that is made ahead ends, since the epoch.',
      registers: [registry],
    }),
    streams: new Gauge({
      name: 'kisima_streams_open',
      help: 'Streams of live events that are open.',
      registers: [registry],
    }),
    streamEvents: new Counter({
      name: 'kisima_stream_events_total',
      help: 'Live events that were written to streams, by type.',
      labelNames: ['type'],
      registers: [registry],
    }),
    noticesConnected: new Gauge({
      name: 'kisima_notices_connected',
      help: '1 while notices of other processes on the same database arrive.',
      registers: [registry],
    }),
    ready: new Gauge({
      name: 'kisima_ready',
      help: '1 while storage answers and the server is not stopping.',
      registers: [registry],
    }),
  };
}

/** Gauge of the program: 1, with its version, its Node's and its engine as labels. */
export function observeBuild(
  registry: Registry,
  build: { version: string; node: string; engine: Engine },
): void {
  new Gauge({
    name: 'kisima_build_info',
    help: '1, labelled with the versions of the program and of its Node, and the engine of its database.',
    labelNames: ['version', 'node', 'engine'],
    registers: [registry],
  }).set(build, 1);
}

/** Gauge of the jobs that this process does, read at each scrape. */
export function observeLeadership(registry: Registry, { jobs }: Leaders): void {
  const leader = new Gauge({
    name: 'kisima_job_leader',
    help: '1 while this process does the task, 0 while it leaves it to another.',
    // Prometheus has a `job` of its own.
    labelNames: ['task'],
    registers: [registry],
    collect() {
      for (const [task, leads] of jobs()) this.set({ task }, leads ? 1 : 0);
    },
  });
  leader.reset();
}

/** Gauge of the read replica's lag; nothing where it is unknown. */
export function observeReplica(registry: Registry, lagMs: () => number | undefined): void {
  const lag = new Gauge({
    name: 'kisima_read_replica_lag_seconds',
    help: 'How far the read replica is behind, as this process has measured it last.',
    registers: [registry],
    collect() {
      const ms = lagMs();
      if (ms === undefined) this.remove();
      else this.set(ms / 1000);
    },
  });
  lag.remove();
}

/**
 * Gauge of the last backup's age, by the file that it leaves in the data folder; nothing before the first.
 */
export function observeBackups(
  registry: Registry,
  { clock, markPath }: { clock: Clock; markPath: string },
): void {
  new Gauge({
    name: 'kisima_backup_age_seconds',
    help: 'How long ago the last backup was made.',
    registers: [registry],
    async collect() {
      const mark = await stat(markPath).catch(() => undefined);
      if (mark) this.set((clock() - mark.mtimeMs) / 1000);
      else this.remove();
    },
  });
}

/** Counters of jumps of the machine's clock, each direction from 0 on. */
export function observeClock(registry: Registry, { onJump }: Jumps): void {
  const jumps = new Counter({
    name: 'kisima_clock_jumps_total',
    help: 'Jumps of the clock of this machine, by direction.',
    labelNames: ['direction'],
    registers: [registry],
  });
  for (const direction of ['forward', 'back']) jumps.inc({ direction }, 0);
  onJump((byMs) => jumps.inc({ direction: byMs > 0 ? 'forward' : 'back' }));
}

/** Measures every request by its route's pattern, never by its path, so that the number of series stays bounded. */
export function observeRequests({ requestSeconds }: Metrics): AnswerObserver {
  return (declared) => {
    const { path = 'unknown', action } = declared ?? {};
    const route = action ? `${path}?action=${action}` : path;
    return ({ method, status, milliseconds }) =>
      requestSeconds.observe({ method, route, status }, milliseconds / 1000);
  };
}

import type { Registry } from 'prom-client';
import type { Component } from '../kit/async/components.ts';
import { createLoop, createSweep } from '../kit/async/loop.ts';
import { createCautiousClock } from '../kit/time/clock-watch.ts';
import { dayMs, hourMs, minuteMs } from '../kit/time/units.ts';
import type { UtcSpan } from '../kit/time/utc-spans.ts';
import type { ServiceDeps } from '../service-deps.ts';
import type { DeviceChanges } from './device-changes.ts';
import { deleteOldImports, importDevices } from './imports/import-devices.ts';
import { finishCorrections } from './insights/corrections/correct.ts';
import { learnHabits } from './insights/forecast/habit-loop.ts';
import { createLeakWatch } from './insights/leaks/watch/leak-watch.ts';
import type { LivePublisher } from './live-publisher.ts';
import { expireOverdueCommands } from './pump-commands/loops/expire-commands.ts';
import { checkPumps } from './pump-commands/loops/pump-checks.ts';
import { keepSchedules } from './pump-commands/loops/pump-schedules.ts';
import { createUnansweredLoop } from './pump-commands/loops/unanswered-loop.ts';
import { deleteOldQuestions } from './questions/queries.ts';
import { createRollupShelving } from './record/postgres/shelve-rollups.ts';
import { deleteOldReadings, type RetentionMetrics } from './retention/delete-old-readings.ts';
import { deleteOldRecords } from './retention/delete-old-records.ts';
import { makeReadingParts, type PartMetrics } from './retention/make-reading-parts.ts';
import { packOldReadings } from './retention/pack-readings.ts';
import { purgeRemovedDevices } from './retention/purge-removed-devices.ts';
import { purgeRemovedSensors } from './retention/purge-removed-sensors.ts';
import { deleteExpiredInvitations } from './sharing/queries.ts';
import { observePresence } from './silence/observe-presence.ts';
import { createOfflineLoop } from './silence/offline-loop.ts';
import { noteRefusedDevices } from './silence/refused-loop.ts';

type LoopsDeps = Omit<ServiceDeps, 'config' | 'secret'> & {
  deviceChanges: DeviceChanges;
  /** Silence after which a device is offline, in milliseconds. */
  onlineMs: number;
  /** Time for which a command waits for its device, in milliseconds. */
  commandMs: number;
  /** The same for an `on`. */
  staleOnMs: number;
  /** Time for which readings are kept, and hourly rollups unless for ever, in milliseconds. */
  retentionMs: number;
  rollupRetentionMs: number | undefined;
  /** Time for which resolved alerts, and finished pump commands, are kept, in milliseconds. */
  alertRetentionMs: number;
  commandRetentionMs: number;
  /** Span of the parts of the table of readings on PostgreSQL. */
  readingParts: UtcSpan;
  publisher: LivePublisher;
  metrics: LoopMetrics;
};

export type LoopMetrics = RetentionMetrics & PartMetrics & { registry: Registry };

/** Deleted rows are gone for good, while rows that stay for a day longer do no harm. */
const retentionDoubtMs = dayMs;

/** A reading that fills a stretch is packed so soon; each round looks at each sensor. */
export const packingMs = 30 * minuteMs;

/** Time for which answered questions are kept: SMS services repeat messages that were not taken for a day. */
const questionsKeptMs = 7 * dayMs;

/**
 * Creates the loops of this service; each runs in one process of all that share a database. What has a start of its
 * own (live events, notifications, what takes readings, the doors) is no part of them, nor are its loops.
 */
export function createWaterLoops(deps: LoopsDeps): Component[] {
  const retentionClock = createCautiousClock(deps, retentionDoubtMs);
  observePresence({ ...deps, registry: deps.metrics.registry });
  return [
    createLoop(deps, {
      name: 'command expiry',
      everyMs: minuteMs,
      work: (signal) => expireOverdueCommands(deps, signal),
    }),
    createLoop(deps, {
      name: 'pump watch',
      everyMs: 10_000,
      work: (signal) => checkPumps(deps, signal),
    }),
    createLoop(deps, {
      name: 'pump schedules',
      everyMs: 10_000,
      work: (signal) => keepSchedules(deps, signal),
    }),
    createLoop(deps, {
      name: 'offline watch',
      everyMs: 30_000,
      work: createOfflineLoop(deps),
    }),
    createLoop(deps, {
      name: 'refused devices',
      everyMs: minuteMs,
      work: (signal) => noteRefusedDevices(deps, signal),
    }),
    createLoop(deps, {
      name: 'unanswered commands',
      everyMs: minuteMs,
      work: createUnansweredLoop(deps),
    }),
    createLoop(deps, {
      name: 'leak watch',
      everyMs: minuteMs,
      work: createLeakWatch(deps),
    }),
    createLoop(deps, {
      name: 'habits of use',
      firstMs: minuteMs,
      everyMs: 5 * minuteMs,
      work: (signal) => learnHabits(deps, signal),
    }),
    createLoop(deps, {
      name: 'unfinished corrections',
      everyMs: minuteMs,
      work: (signal) => finishCorrections(deps, signal),
    }),
    createLoop(deps, {
      name: 'purge of removed devices',
      everyMs: 5000,
      work: (signal) => purgeRemovedDevices(deps, signal),
    }),
    createLoop(deps, {
      name: 'purge of removed sensors',
      everyMs: 5000,
      work: (signal) => purgeRemovedSensors(deps, signal),
    }),
    createLoop(deps, {
      name: 'device imports',
      everyMs: 1000,
      work: (signal) => importDevices(deps, signal),
    }),
    createLoop(deps, {
      name: 'import sweep',
      everyMs: 10 * minuteMs,
      work: (signal) => deleteOldImports({ ...deps, clock: deps.clockWatch.cautious }, signal),
    }),
    createLoop(deps, {
      name: 'packing of readings',
      everyMs: packingMs,
      work: (signal) => packOldReadings({ ...deps, clock: deps.clockWatch.cautious }, signal),
    }),
    createLoop(deps, {
      name: 'retention',
      firstMs: minuteMs,
      everyMs: hourMs,
      work: async (signal) => {
        const cautious = { ...deps, clock: retentionClock };
        await deleteOldReadings(cautious, signal);
        await deleteOldRecords(cautious, signal);
      },
    }),
    createSweep(deps, {
      name: 'question sweep',
      everyMs: 10 * minuteMs,
      remove: (limit) => {
        const before = deps.clockWatch.cautious() - questionsKeptMs;
        return deleteOldQuestions(deps.db.write, { before, limit });
      },
    }),
    createSweep(deps, {
      name: 'invitation sweep',
      everyMs: 10 * minuteMs,
      remove: (limit) =>
        deleteExpiredInvitations(deps.db.write, { until: deps.clockWatch.cautious(), limit }),
    }),
    ...(deps.db.engine === 'postgres' ? loopsOfPostgres(deps) : []),
  ];
}

function loopsOfPostgres(deps: LoopsDeps): Component[] {
  return [
    createLoop(deps, {
      name: 'parts of readings',
      // Readings that are pushed before the first round are moved by it, so it comes soon.
      firstMs: 1000,
      everyMs: 10 * minuteMs,
      work: (signal) => makeReadingParts(deps, signal),
    }),
    createLoop(deps, {
      name: 'shelving of rollups',
      firstMs: minuteMs,
      everyMs: 10 * minuteMs,
      work: createRollupShelving(deps),
    }),
  ];
}

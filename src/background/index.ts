import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Leadership } from '../db/postgres/leadership.ts';
import type { Component } from '../kit/async/components.ts';
import { createLoop } from '../kit/async/loop.ts';
import type { Clock } from '../kit/time/clock.ts';
import { type ClockWatch, createCautiousClock } from '../kit/time/clock-watch.ts';
import type { Timers } from '../kit/time/timers.ts';
import { dayMs, hourMs, minuteMs } from '../kit/time/units.ts';
import type { UtcSpan } from '../kit/time/utc-spans.ts';
import type { LivePublisher } from '../water/live-publisher.ts';
import { createRollupShelving } from '../water/record/postgres/shelve-rollups.ts';
import { createLeakWatch } from './leaks/leak-watch.ts';
import { makeReadingParts, type PartMetrics } from './make-reading-parts.ts';
import { expireOverdueCommands } from './pumps/expire-commands.ts';
import { keepSchedules } from './pumps/pump-schedules.ts';
import { watchPumps } from './pumps/pump-watch.ts';
import { createUnansweredWatch } from './pumps/unanswered-watch.ts';
import { deleteOldReadings, type RetentionMetrics } from './retention/delete-old-readings.ts';
import { deleteOldRecords } from './retention/delete-old-records.ts';
import { purgeRemovedDevices } from './retention/purge-removed-devices.ts';
import { purgeRemovedSensors } from './retention/purge-removed-sensors.ts';
import { createOfflineWatch } from './silence/offline-watch.ts';

type BackgroundDeps = {
  db: Database;
  clock: Clock;
  clockWatch: ClockWatch;
  log: Logger;
  timers: Timers;
  leadership: Leadership;
  /** Silence that makes a device offline, in milliseconds. */
  onlineMs: number;
  /** How long a command waits for its device, in milliseconds. */
  commandMs: number;
  /** How long an `on` does. */
  staleOnMs: number;
  /** How long readings are kept, and hourly rollups where not for ever, in milliseconds. */
  retentionMs: number;
  rollupRetentionMs: number | undefined;
  /** How long alerts that were resolved, and pump commands that are over, are kept, in milliseconds. */
  alertRetentionMs: number;
  commandRetentionMs: number;
  /** By what readings are divided on PostgreSQL. */
  readingParts: UtcSpan;
  publisher: LivePublisher;
  metrics: RetentionMetrics & PartMetrics;
};

/** What retention deletes is gone for good, and nobody minds what stays for a day longer. */
const retentionDoubtMs = dayMs;

/** What the server does by itself, a round at a time, in one process of all that share a database. */
export function createBackgroundTasks(deps: BackgroundDeps): Component[] {
  const { log, timers, leadership } = deps;
  const retentionClock = createCautiousClock(deps, retentionDoubtMs);
  return [
    createLoop({
      name: 'command expiry',
      everyMs: minuteMs,
      log,
      timers,
      leadership,
      work: (signal) => expireOverdueCommands(deps, signal),
    }),
    createLoop({
      name: 'pump watch',
      everyMs: 10_000,
      log,
      timers,
      leadership,
      work: (signal) => watchPumps(deps, signal),
    }),
    createLoop({
      name: 'pump schedules',
      everyMs: 10_000,
      log,
      timers,
      leadership,
      work: (signal) => keepSchedules(deps, signal),
    }),
    createLoop({
      name: 'offline watch',
      everyMs: 30_000,
      log,
      timers,
      leadership,
      work: createOfflineWatch(deps),
    }),
    createLoop({
      name: 'unanswered commands',
      everyMs: 60_000,
      log,
      timers,
      leadership,
      work: createUnansweredWatch(deps),
    }),
    createLoop({
      name: 'leak watch',
      everyMs: 60_000,
      log,
      timers,
      leadership,
      work: createLeakWatch(deps),
    }),
    createLoop({
      name: 'purge of removed devices',
      everyMs: 5000,
      log,
      timers,
      leadership,
      work: (signal) => purgeRemovedDevices(deps, signal),
    }),
    createLoop({
      name: 'purge of removed sensors',
      everyMs: 5000,
      log,
      timers,
      leadership,
      work: (signal) => purgeRemovedSensors(deps, signal),
    }),
    createLoop({
      name: 'retention',
      firstMs: minuteMs,
      everyMs: hourMs,
      log,
      timers,
      leadership,
      work: async (signal) => {
        const cautious = { ...deps, clock: retentionClock };
        await deleteOldReadings(cautious, signal);
        await deleteOldRecords(cautious, signal);
      },
    }),
    ...(deps.db.engine === 'postgres' ? [partsLoop(deps), shelvesLoop(deps)] : []),
  ];
}

function partsLoop(deps: BackgroundDeps): Component {
  const { log, timers, leadership } = deps;
  return createLoop({
    name: 'parts of readings',
    // What is pushed before the first round is moved by it, so it had better come soon.
    firstMs: 1000,
    everyMs: 600_000,
    log,
    timers,
    leadership,
    work: (signal) => makeReadingParts(deps, signal),
  });
}

function shelvesLoop(deps: BackgroundDeps): Component {
  const { log, timers, leadership } = deps;
  return createLoop({
    name: 'shelving of rollups',
    firstMs: minuteMs,
    everyMs: 600_000,
    log,
    timers,
    leadership,
    work: createRollupShelving(deps),
  });
}

import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { pauseFor } from '../../kit/async/delete-in-steps.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Timers } from '../../kit/time/timers.ts';
import type { RetentionMetrics } from './delete-old-readings.ts';
import {
  deleteCommands,
  deleteIncidents,
  findOldNotes,
  findOverCommands,
  findResolvedIncidents,
  type OldPage,
  type OldRow,
} from './old-record-queries.ts';

type OldRecordsDeps = {
  db: Database;
  clock: Clock;
  timers: Timers;
  log: Logger;
  /** Time for which alerts are kept once they are resolved, in milliseconds. */
  alertRetentionMs: number;
  /** Time for which finished pump commands are kept, in milliseconds. */
  commandRetentionMs: number;
  metrics: RetentionMetrics;
};

/** Rows to delete, in the order of their instants, with the statement that deletes them. */
type OldList = {
  table: 'incidents' | 'pump_commands';
  keptMs: number;
  find: (db: Db, page: OldPage) => Promise<(OldRow & { isLastSwitch?: boolean })[]>;
  remove: (trx: Db, rows: readonly OldRow[], before: number) => Promise<number>;
};

/** Rows of one write transaction: a few milliseconds. */
const step = 500;

/**
 * Runs one round: deletes resolved alerts, notes and finished pump commands that are past their retention.
 * Open and pending ones stay, however old. An aborted round loses nothing: the next one finds the rest.
 */
export async function deleteOldRecords(deps: OldRecordsDeps, signal: AbortSignal): Promise<void> {
  const alerts = {
    table: 'incidents',
    keptMs: deps.alertRetentionMs,
    remove: deleteIncidents,
  } as const;
  const lists: OldList[] = [
    { ...alerts, find: findResolvedIncidents },
    { ...alerts, find: findOldNotes },
    {
      table: 'pump_commands',
      keptMs: deps.commandRetentionMs,
      find: findOverCommands,
      remove: deleteCommands,
    },
  ];
  const deleted = { incidents: 0, pump_commands: 0 };
  try {
    for (const list of lists) {
      await deleteOld(deps, list, {
        signal,
        count: (rows) => {
          deleted[list.table] += rows;
          deps.metrics.expiredRows.inc({ table: list.table }, rows);
        },
      });
    }
  } finally {
    if (deleted.incidents + deleted.pump_commands > 0) {
      deps.log.info(deleted, 'old alerts and pump commands deleted');
    }
  }
}

type Round = { signal: AbortSignal; count: (rows: number) => void };

async function deleteOld(
  { db, clock, timers }: OldRecordsDeps,
  { keptMs, find, remove }: OldList,
  { signal, count }: Round,
): Promise<void> {
  const before = clock() - keptMs;
  let after = { at: 0, id: 0 };
  for (let isLast = false; !isLast && !signal.aborted; ) {
    const start = timers.now();
    const found = await find(db.longRead, { before, after, limit: step });
    const rows = found.filter(({ isLastSwitch = false }) => !isLastSwitch);
    if (rows.length > 0) count(await db.transaction((trx) => remove(trx, rows, before)));
    await pauseFor(timers.now() - start, timers, signal);
    after = found.at(-1) ?? after;
    isLast = found.length < step;
  }
}

import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { createLoop } from '../kit/loop.ts';
import type { Part } from '../kit/parts.ts';
import { expireOverdueCommands } from './expire-commands.ts';
import { createOfflineWatch } from './offline-watch.ts';
import { purgeRemovedDevices } from './purge-removed-devices.ts';

type JobsDeps = {
  db: Database;
  clock: Clock;
  log: Logger;
  /** Silence that makes a device offline, in milliseconds. */
  onlineMs: number;
};

/** What the server does by itself, a round at a time. */
export function createJobs(deps: JobsDeps): Part[] {
  const { log } = deps;
  return [
    createLoop({
      name: 'command expiry',
      everyMs: 60_000,
      log,
      work: (signal) => expireOverdueCommands(deps, signal),
    }),
    createLoop({
      name: 'offline watch',
      everyMs: 30_000,
      log,
      work: createOfflineWatch(deps),
    }),
    createLoop({
      name: 'purge of removed devices',
      everyMs: 5000,
      log,
      work: (signal) => purgeRemovedDevices(deps, signal),
    }),
  ];
}

import pino from 'pino';
import type { Database } from '../../../src/db/database.ts';
import { systemTimers } from '../../../src/kit/time/timers.ts';
import { createRecorder } from '../../../src/water/record/recorder.ts';

/**
 * A recorder that takes it to be `now`, or what `now` returns. As each process has its own; those of a test share the
 * connections of this one.
 */
export function newRecorder(
  db: Database,
  now: number | (() => number),
  sensorsPerDevice = 100,
  committed: (readings: number) => void = () => {},
) {
  return createRecorder({
    db,
    clock: typeof now === 'number' ? () => now : now,
    timers: systemTimers,
    log: pino({ level: 'silent' }),
    commandMs: 24 * 3_600_000,
    staleOnMs: 10 * 60_000,
    onlineMs: 15 * 60_000,
    sensorsPerDevice,
    listener: { isAwaited: () => false, committed: () => {} },
    observer: { committed, answered: () => {} },
  });
}

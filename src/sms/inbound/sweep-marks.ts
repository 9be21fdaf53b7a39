import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Leadership } from '../../db/postgres/leadership.ts';
import type { Component } from '../../kit/async/components.ts';
import { createLoop } from '../../kit/async/loop.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Timers } from '../../kit/time/timers.ts';
import { minuteMs } from '../../kit/time/units.ts';
import { forgetInboundMarks } from './queries.ts';
import { repeatMs } from './store-inbound.ts';

type SweepDeps = {
  db: Database;
  clock: Clock;
  log: Logger;
  timers: Timers;
  leadership: Leadership;
};

/** Removes the marks of messages from phones that no longer make another one a repeat. */
export function createInboundSweep({ db, clock, log, timers, leadership }: SweepDeps): Component {
  return createLoop({
    name: 'inbound sweep',
    everyMs: minuteMs,
    log,
    timers,
    leadership,
    work: () => forgetInboundMarks(db.write, { now: clock(), repeatMs }),
  });
}

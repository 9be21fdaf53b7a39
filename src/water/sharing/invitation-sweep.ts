import type { Database } from '../../db/database.ts';
import type { Component } from '../../kit/async/components.ts';
import { createSweep, type SweepDeps } from '../../kit/async/sweep.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import { minuteMs } from '../../kit/time/units.ts';
import { deleteExpiredInvitations } from './queries.ts';

/** Removes invitations that nobody has accepted in time. */
export function createInvitationSweep({
  db,
  clockWatch,
  log,
  timers,
  leadership,
}: SweepDeps & { db: Database; clockWatch: Pick<ClockWatch, 'cautious'> }): Component {
  return createSweep({
    name: 'invitation sweep',
    everyMs: 10 * minuteMs,
    ...{ log, timers, leadership },
    remove: (limit) => deleteExpiredInvitations(db.write, { until: clockWatch.cautious(), limit }),
  });
}

import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import type { Leadership } from '../../../db/postgres/leadership.ts';
import type { Component } from '../../../kit/async/components.ts';
import { createLoop } from '../../../kit/async/loop.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import { notifyPeople } from './notify-people.ts';
import { routeIncidents } from './route-incidents.ts';

type RouterDeps = {
  db: Database;
  clock: Clock;
  log: Logger;
  timers: Timers;
  leadership: Leadership;
  hasMail: boolean;
  /** Called when notifications were stored. */
  stored: () => void;
};

/** Two reads by index; what is critical waits five seconds for others anyway, so nobody is woken. */
const everyMs = 1000;

/** Routes incidents to people, in one process of all that share a database. */
export function createRouter(deps: RouterDeps): Component {
  const { log, timers, leadership, stored } = deps;
  return createLoop({
    name: 'notification routing',
    everyMs,
    log,
    timers,
    leadership,
    work: async (signal) => {
      await routeIncidents(deps, signal);
      const count = await notifyPeople(deps, signal);
      if (count > 0) stored();
    },
  });
}

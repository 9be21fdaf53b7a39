import type { Database } from '../../../db/database.ts';
import type { Component } from '../../../kit/async/components.ts';
import { createLoop, type LoopDeps } from '../../../kit/async/loop.ts';
import type { Ids } from '../../../kit/ids.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { notifyPeople } from './notify-people.ts';
import { routeIncidents } from './route-incidents.ts';

type RouterDeps = Required<LoopDeps> & {
  db: Database;
  clock: Clock;
  ids: Ids;
  hasMail: boolean;
  /** Called when notifications were stored. */
  stored: () => void;
};

/** Two reads by index; what is critical waits five seconds for others anyway, so nobody is woken. */
const everyMs = 1000;

/** Routes incidents to people, in one process of all that share a database. */
export function createRouter(deps: RouterDeps): Component {
  return createLoop(deps, {
    name: 'notification routing',
    everyMs,
    work: async (signal) => {
      await routeIncidents(deps, signal);
      const count = await notifyPeople(deps, signal);
      if (count > 0) deps.stored();
    },
  });
}

import type { Guard } from '../../accounts/guard.ts';
import type { Component } from '../../kit/async/components.ts';
import { createLoop } from '../../kit/async/loop.ts';
import type { App } from '../../kit/http/app.ts';
import { minuteMs } from '../../kit/time/units.ts';
import type { ServiceDeps } from '../../service-deps.ts';
import type { LivePublisher } from '../live-publisher.ts';
import type { CommitListener } from '../record/store-batches.ts';
import { type Bus, createBus } from './bus.ts';
import { createPublisher } from './create-publisher.ts';
import { addLiveRoutes } from './routes.ts';
import { shareBus } from './share-bus.ts';
import { createStreams, type StreamLimits, type StreamMetrics } from './streams.ts';
import { createTickets, sweepTickets } from './tickets.ts';

type LiveDeps = ServiceDeps & {
  guard: Guard;
  metrics: StreamMetrics;
  limits: StreamLimits;
};

export type Live = {
  publisher: LivePublisher & CommitListener;
  /** Events of accounts, of all processes. */
  bus: Bus;
  components: Component[];
  addRoutes: (app: App) => void;
};

const sweepEveryMs = minuteMs;

export function createLive(deps: LiveDeps): Live {
  const { ids, timers, guard } = deps;
  const { notices } = deps.db;
  const name = ids.secret(9);
  const { bus, component: sharing } = shareBus(createBus({ now: timers.now, epoch: name }), {
    notices,
    timers,
    name,
  });
  const streams = createStreams({ ...deps, bus });
  const sweep = createLoop(deps, {
    name: 'ticket sweep',
    everyMs: sweepEveryMs,
    work: (signal) => sweepTickets(deps, signal),
  });
  return {
    bus,
    publisher: createPublisher({ ...deps, bus }),
    components: [
      { ...sharing, isForLooking: true },
      { ...streams.component, isForLooking: true },
      sweep,
    ],
    addRoutes: (app) => addLiveRoutes(app, { guard, tickets: createTickets(deps), streams }),
  };
}

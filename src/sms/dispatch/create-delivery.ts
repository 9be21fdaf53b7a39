import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import type { Leadership } from '../../db/postgres/leadership.ts';
import type { Component } from '../../kit/async/components.ts';
import { StartError } from '../../kit/start-error.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import type { Timers } from '../../kit/time/timers.ts';
import { refundMessages } from '../credits/credits.ts';
import { storeInbound } from '../inbound/store-inbound.ts';
import { makeConfiguredProviders } from '../providers/configured-providers.ts';
import type { ProviderEvents } from '../providers/provider.ts';
import {
  isRouted,
  parseRoutes,
  type Route,
  RoutesError,
  routeInOrder,
} from '../providers/routing.ts';
import { findUnreported } from '../providers/simulator/queries.ts';
import { createSimulator, simulatorName } from '../providers/simulator/simulator.ts';
import { enqueueStatusEvents } from '../webhooks/enqueue-events.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import { observeDispatcher, observeProviders } from './observe-dispatcher.ts';
import { observeReceipts, observeUnknownForms } from './observe-receipts.ts';
import { createReceipts } from './receipts.ts';
import { answersOf } from './settlement.ts';
import { placeEarlyReceipts, storeReceipts } from './store-receipts.ts';
import { turnOfDispatcher } from './turn.ts';

type DeliveryDeps = {
  db: Database;
  clock: Clock;
  clockWatch: ClockWatch;
  log: Logger;
  timers: Timers;
  leadership: Leadership;
  random: () => number;
  config: Config;
  registry: Registry;
  /** Called once events for webhooks are durable. */
  onEvents: () => void;
};

export type Delivery = {
  dispatcher: Dispatcher;
  /** Where callbacks of providers go. */
  events: ProviderEvents;
  components: Component[];
};

/**
 * What carries messages to phones: providers, the dispatcher that empties the outbox, and what takes
 * their receipts. Components stop in the reverse order: the dispatcher first, receipts last.
 * @throws StartError where `SMS_ROUTES` or `SMS_RATES` names a provider that is not configured.
 */
export function createDelivery(deps: DeliveryDeps): Delivery {
  const { db, log, random, config, registry, onEvents } = deps;
  const settings = config.delivery;
  const shared = { ...deps, refund: refundMessages, tell: enqueueStatusEvents };
  const noted = <T>({ outcome, hasEvents }: { outcome: T; hasEvents: boolean }): T => {
    if (hasEvents) onEvents();
    return outcome;
  };
  const receipts = createReceipts({
    ...shared,
    store: async (given, now) => noted(await db.perform(storeReceipts, { receipts: given, now })),
    storeEarly: async (given, now) =>
      noted(await db.perform(placeEarlyReceipts, { receipts: given, now })),
    observer: observeReceipts(registry),
  });
  const events: ProviderEvents = {
    onReceipt: receipts.onReceipt,
    onInbound: async (message) => {
      await storeInbound(deps, message);
      onEvents();
    },
    onUnknownForm: observeUnknownForms(registry, log),
  };
  const simulator = createSimulator({
    ...settings.simulator,
    events,
    log,
    random,
    // Before anybody is served, so it holds nobody up; a thread for it alone would be 15 MB.
    findUnreported: () => findUnreported(db.read),
  });
  const configured = makeConfiguredProviders(deps, events);
  const routes = readRoutes(
    settings,
    configured.map(({ name }) => name),
  );
  // Trial messages go to the simulator, wherever the routes lead.
  const providers = [...configured.filter(({ name }) => isRouted(routes, name)), simulator];
  const dispatcher = createDispatcher({
    ...shared,
    commitTurn: async (order) => {
      const outcome = noted(await db.perform(turnOfDispatcher, order));
      receipts.onAnswers(order.settlements.flatMap(answersOf));
      return outcome;
    },
    providers,
    routes,
    rates: settings.rates,
    unknownRepeats: settings.unknownRepeats,
    leaseMs: settings.leaseMs,
    observer: observeDispatcher(registry),
  });
  observeProviders(registry, dispatcher);
  return { dispatcher, events, components: [receipts, ...providers, dispatcher] };
}

function readRoutes({ routes, rates }: Config['delivery'], configured: string[]): Route[] {
  const known = [...configured, simulatorName];
  const unknown = [...rates.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new StartError(`SMS_RATES names ${unknown}, which is none of ${known.join(', ')}.`);
  }
  if (routes === undefined) return routeInOrder(configured.length > 0 ? configured : known);
  try {
    return parseRoutes(routes, known);
  } catch (error) {
    if (error instanceof RoutesError) throw new StartError(`SMS_ROUTES ${error.message}.`);
    throw error;
  }
}

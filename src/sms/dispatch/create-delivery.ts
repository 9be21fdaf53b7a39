import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Part } from '../../kit/parts.ts';
import { StartError } from '../../kit/start-error.ts';
import { refundMessages } from '../credits/credits.ts';
import type { Provider, ProviderEvents } from '../providers/provider.ts';
import { parseRoutes, type Route, RoutesError, routeInOrder } from '../providers/routing.ts';
import { findUnreported } from '../providers/simulator/queries.ts';
import { createSimulator, simulatorName } from '../providers/simulator/simulator.ts';
import { enqueueStatusEvents } from '../webhooks/enqueue-events.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import { observeDispatcher, observeProviders } from './observe-dispatcher.ts';
import { createReceipts } from './receipts.ts';

type DeliveryDeps = {
  db: Database;
  clock: Clock;
  log: Logger;
  random: () => number;
  config: Config['delivery'];
  registry: Registry;
  onInbound: ProviderEvents['onInbound'];
  /** Makes the providers that are configured; the simulator is there in any case. */
  makeProviders: (events: ProviderEvents) => Provider[];
};

/**
 * What carries messages to phones: providers, the dispatcher that empties the outbox, and what takes
 * their receipts. The parts stop in this order too: dispatcher first, providers after it, receipts last.
 * @throws StartError where `SMS_ROUTES` or `SMS_RATES` names a provider that is not configured.
 */
export function createDelivery(deps: DeliveryDeps): { dispatcher: Dispatcher; parts: Part[] } {
  const { db, log, random, config, registry } = deps;
  const shared = { ...deps, refund: refundMessages, tell: enqueueStatusEvents };
  const receipts = createReceipts(shared);
  const events = { onReceipt: receipts.onReceipt, onInbound: deps.onInbound };
  const simulator = createSimulator({
    ...config.simulator,
    events,
    log,
    random,
    findUnreported: () => findUnreported(db.longRead),
  });
  const configured = deps.makeProviders(events);
  const routes = readRoutes(
    config,
    configured.map(({ name }) => name),
  );
  const providers = [...configured, simulator].filter(({ name }) => isRouted(routes, name));
  const dispatcher = createDispatcher({
    ...shared,
    providers,
    routes,
    rates: config.rates,
    leaseMs: config.leaseMs,
    observer: observeDispatcher(registry),
  });
  observeProviders(registry, dispatcher);
  return { dispatcher, parts: [receipts, ...providers, dispatcher] };
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

function isRouted(routes: Route[], name: string): boolean {
  return routes.some(({ steps }) => steps.flat().some(({ provider }) => provider === name));
}

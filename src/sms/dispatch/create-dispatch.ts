import type { Registry } from 'prom-client';
import type { NotifyOwner } from '../../accounts/notices/notices.ts';
import type { Config } from '../../config.ts';
import type { Component } from '../../kit/async/components.ts';
import { SettingError } from '../../kit/start-error.ts';
import type { ServiceDeps } from '../../service-deps.ts';
import { senderKey } from '../inbound/queries.ts';
import { codesIn } from '../inbound/shared-sender.ts';
import { storeInbound } from '../inbound/store-inbound.ts';
import { makeConfiguredProviders } from '../providers/configured.ts';
import { createMoneyWatch } from '../providers/money/watch-money.ts';
import type { ProviderEvents } from '../providers/provider.ts';
import { findUnreported } from '../providers/simulator/queries.ts';
import { createSimulator, simulatorName } from '../providers/simulator/simulator.ts';
import {
  isRouted,
  parseRoutes,
  type Route,
  RoutesError,
  routeInOrder,
} from '../providers/sms-routes.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import { observeDispatcher, observeProviders } from './observe-dispatcher.ts';
import { observeReceipts, observeUnknownForms } from './receipts/observe-receipts.ts';
import { createReceipts } from './receipts/receipts.ts';

type DispatchDeps = ServiceDeps & {
  random: () => number;
  registry: Registry;
  /** Called once there may be new events for webhooks. */
  onEvents: () => void;
  notifyOwner: NotifyOwner;
};

export type Dispatch = {
  dispatcher: Dispatcher;
  events: ProviderEvents;
  components: Component[];
};

function sendersOfOperator({ smpp, africasTalking }: Config): ReadonlySet<string> {
  const senders = [smpp?.sender, africasTalking?.sender];
  return new Set(senders.flatMap((sender) => (sender === undefined ? [] : senderKey(sender))));
}

/**
 * Creates the providers, the dispatcher that empties the outbox, and the receiver of their receipts.
 * Components stop in the reverse order: the dispatcher first, receipts last.
 * @throws SettingError where `SMS_ROUTES` or `SMS_RATES` names a provider that is not configured.
 */
export function createDispatch(deps: DispatchDeps): Dispatch {
  const { db, log, random, config, registry, onEvents } = deps;
  const settings = config.delivery;
  const receipts = createReceipts({
    ...deps,
    observer: observeReceipts(registry, () => providers),
  });
  const operatorSenders = sendersOfOperator(config);
  const toldCodes = codesIn(settings.promotions.suffix);
  const events: ProviderEvents = {
    onReceipt: receipts.onReceipt,
    onInbound: async (message) => {
      await storeInbound({ ...deps, operatorSenders, toldCodes }, message);
      onEvents();
    },
    onUnknownForm: observeUnknownForms(registry, log, () => providers),
  };
  const simulator = createSimulator({
    ...settings.simulator,
    events,
    log,
    random,
    // Before any request is served, so it delays none; a thread for it alone would be 15 MB.
    findUnreported: () => findUnreported(db.read),
  });
  const configured = makeConfiguredProviders(config, { ...deps, events });
  const routes = readRoutes(
    settings,
    configured.map(({ name }) => name),
  );
  // Trial messages go to the simulator, wherever the routes lead.
  const providers = [...configured.filter(({ name }) => isRouted(routes, name)), simulator];
  const money = createMoneyWatch(deps);
  const dispatcher = createDispatcher({
    ...deps,
    ...settings,
    providers,
    routes,
    onApplied: (updates) => {
      onEvents();
      receipts.onAnswers(updates);
    },
    observer: observeDispatcher(registry),
    noteMoney: money.note,
  });
  observeProviders(registry, dispatcher);
  const balances = money.createLoop(providers);
  const components = [receipts, ...providers, dispatcher, ...(balances ? [balances] : [])];
  return { dispatcher, events, components };
}

function readRoutes({ routes, rates }: Config['delivery'], configured: string[]): Route[] {
  const known = [...configured, simulatorName];
  const unknown = [...rates.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new SettingError(`SMS_RATES names ${unknown}, which is none of ${known.join(', ')}.`);
  }
  if (routes === undefined) return routeInOrder(configured.length > 0 ? configured : known);
  try {
    return parseRoutes(routes, known);
  } catch (error) {
    if (error instanceof RoutesError) throw new SettingError(`SMS_ROUTES ${error.message}.`);
    throw error;
  }
}

import about from '../../../../package.json' with { type: 'json' };
import type { Component } from '../../../kit/async/components.ts';
import { createLoop, type LoopDeps } from '../../../kit/async/loop.ts';
import { hourMs, minuteMs, secondMs } from '../../../kit/time/units.ts';
import type { Bus } from '../../live/bus.ts';
import type { WrittenEvent } from '../../live/events.ts';
import type { ChangeListener } from '../../live/publish-to.ts';
import type { AccountPeer, Connection, MqttMessage, MqttRoom, Peer } from '../mqtt/message.ts';
import { selects } from '../mqtt/topics.ts';
import { type AudienceDeps, accountAudience, everybody } from './audiences.ts';
import { listenForDevices } from './device-listener.ts';
import { createFoundAtBroker } from './found-at-broker.ts';
import { findDeviceIds } from './queries.ts';
import { createShow, type Show } from './show-tanks.ts';
import { createTakeOrder, type TakeOrderDeps } from './take-order.ts';
import {
  anyDeviceConfig,
  birthTopic,
  configTopic,
  discoveryPrefix,
  identityOfPumpTopic,
  pumpTopic,
} from './topics.ts';

/** What is shown at an external broker: nothing, the state of all tanks, or switches of their pumps as well. */
type Discovered = 'none' | 'states' | 'pumps';

export type HomeAssistantDeps = Omit<AudienceDeps, 'signal'> &
  Omit<TakeOrderDeps, 'offersPumps'> &
  Required<LoopDeps> & {
    bus: Pick<Bus, 'subscribe'>;
    publicUrl: string | undefined;
    /** Publishes at an external broker; undefined where the broker is embedded. */
    external: { publish: (message: MqttMessage) => Promise<void>; shows: Discovered } | undefined;
    /** Source of random numbers; `Math.random` by default. */
    random?: () => number;
  };

export type HomeAssistant = {
  room: MqttRoom;
  components: Component[];
  /** Hear of the changes of this process: one where all tanks are shown at an external broker, else none. */
  listeners: ChangeListener[];
};

/** Days left and the day itself go on without an event. */
const renewMs = 5 * minuteMs;

/**
 * Random wait after Home Assistant has said that it starts, as its documentation advises: else all who serve it
 * publish in the same moment.
 */
const birthMs = { least: secondMs, most: 5 * secondMs };

/** Devices of one step of showing all that there are. */
const pageSize = 500;

/** Shows tanks to Home Assistant, and takes what it asks of their pumps. */
export function createHomeAssistant(deps: HomeAssistantDeps): HomeAssistant {
  const { db, bus, log, timers, external, random = Math.random } = deps;
  const stopping = new AbortController();
  const ofShow = { timers, log, origin: { version: about.version, publicUrl: deps.publicUrl } };
  const ofAudience = { ...deps, signal: stopping.signal };
  const clients = new Map<Connection<AccountPeer>, ClientShow>();
  const offersPumps = external === undefined || external.shows === 'pumps';
  const takeOrder = createTakeOrder({ ...deps, offersPumps });
  const all =
    external && external.shows !== 'none'
      ? createShow(everybody(ofAudience, offersPumps, external.publish), ofShow)
      : undefined;

  const open = (client: Connection<AccountPeer>): ClientShow => {
    const { viewer } = client.peer;
    const show = createShow(accountAudience(ofAudience, viewer, client.send), ofShow);
    const subscription = bus.subscribe(viewer.userId, (event) => hear(show, event), undefined);
    const opened = { show, seen: new Set<string>(), end: subscription.end };
    clients.set(client, opened);
    show.markAll();
    return opened;
  };

  /** Sends what a client has not had yet of the topics that it has just subscribed to. */
  const subscribed = (client: Connection<AccountPeer>): void => {
    const filters = [...client.filters];
    const known = clients.get(client);
    if (!known && !filters.some(isOfDiscovery)) return;
    const { show, seen } = known ?? open(client);
    const fresh = filters.filter((filter) => !seen.has(filter));
    seen.clear();
    for (const filter of filters) seen.add(filter);
    if (known && fresh.length > 0) {
      show.again('all', (topic) => fresh.some((filter) => selects(filter, topic)));
    }
  };

  const greet = (show: Show): void => {
    const waitMs = birthMs.least + random() * (birthMs.most - birthMs.least);
    timers.after(waitMs, () => show.again('all'));
  };

  const takeBirth = (payload: string, sender: Peer): void => {
    if (payload !== 'online') return;
    if (all) greet(all);
    for (const [{ peer }, { show }] of clients) if (peer === sender) greet(show);
  };

  const room: MqttRoom = {
    deviceOf: identityOfPumpTopic,
    mayRead: isOfDiscovery,
    take: (message, sender) => {
      if (message.topic === birthTopic) {
        takeBirth(String(message.payload), sender);
        return Promise.resolve('acknowledge');
      }
      const identity = identityOfPumpTopic(message.topic);
      return identity === undefined ? undefined : takeOrder(message, identity, sender);
    },
    subscribed,
    closed: (client) => {
      const known = clients.get(client);
      known?.end();
      known?.show.end();
      clients.delete(client);
    },
    filters: [birthTopic],
    fleeting: offersPumps ? [pumpTopic('+')] : [],
    ...(all && {
      kept: {
        filters: [anyDeviceConfig],
        found: createFoundAtBroker({ db, timers, log, show: all }),
      },
    }),
  };

  const renewal = createLoop(
    { log, timers },
    {
      name: 'tanks in Home Assistant',
      everyMs: renewMs,
      work: async () => {
        for (const { show } of clients.values()) show.markAll();
      },
    },
  );
  const stop: Component = {
    name: 'Home Assistant',
    stop: async () => {
      stopping.abort();
      all?.end();
      for (const { show, end } of clients.values()) {
        end();
        show.end();
      }
    },
  };
  const everything =
    all &&
    createLoop(deps, {
      name: 'tanks at the broker',
      firstMs: secondMs,
      everyMs: hourMs,
      work: (signal) => showAll(all, signal),
    });

  const showAll = async (show: Show, signal: AbortSignal): Promise<void> => {
    for (let after = 0; !signal.aborted; ) {
      const page = await findDeviceIds(db.read, { after, limit: pageSize });
      show.mark(page.map(({ id }) => id));
      const last = page.at(-1);
      if (!last || page.length < pageSize) return;
      after = last.id;
    }
  };

  return {
    room,
    components: [renewal, ...(everything ? [everything] : []), stop],
    listeners: all ? [listenForDevices((deviceIds) => all.mark(deviceIds))] : [],
  };
}

type ClientShow = { show: Show; seen: Set<string>; end: () => void };

/** A topic that stands for those of all devices. */
const anyConfig = configTopic(1);

/** True for topics of discovery, and for filters that select them. */
function isOfDiscovery(filter: string): boolean {
  return filter.startsWith(`${discoveryPrefix}/`) || (filter !== '#' && selects(filter, anyConfig));
}

/** Events of an account: those of one device name it, all others may be of any. */
function hear(show: Show, { deviceId }: WrittenEvent): void {
  if (deviceId === undefined) show.markAll();
  else show.mark([deviceId]);
}

import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { toIso } from '../../kit/time/instant.ts';
import { presentAlert } from '../alerts/schemas.ts';
import { findOutageRoles, findOutagesSeenBy } from '../incidents/outages/outages-seen.ts';
import { findReadIncidents, type ReadIncident } from '../incidents/queries.ts';
import type { Arrival, DeviceSeen, LivePublisher } from '../live-publisher.ts';
import { findCommandsByKey } from '../pump-commands/queries.ts';
import { presentCommand } from '../pump-commands/schemas.ts';
import { type BatchOutcome, storedOf } from '../record/batch-parts.ts';
import type { Consequence } from '../record/reading.ts';
import type { CommitListener } from '../record/store-batches.ts';
import { idsOf, type RowKey } from '../row-key.ts';
import { presentReading } from '../sensors/reading-schema.ts';
import type { Bus } from './bus.ts';
import { DeviceViewers } from './device-viewers.ts';
import type { LiveEvent } from './events.ts';

type PublisherDeps = {
  db: Pick<Database, 'read' | 'notices'>;
  clock: Clock;
  log: Logger;
  bus: Bus;
};

const forgetChannel = 'device-viewers';

/**
 * Devices that some people may no longer see, so that missed events of them must go; with no people, removed
 * devices.
 */
type Forgotten = { deviceIds: readonly number[]; userIds: readonly number[] };

/** Most tasks that wait for a look-up; beyond it storage is away, and the listeners must reload. */
const mostWaiting = 500;

/**
 * Creates the publisher: it finds the people who may see a change, writes it as the API does, and publishes
 * it in order.
 */
export function createPublisher({
  db,
  clock,
  log,
  bus,
}: PublisherDeps): LivePublisher & CommitListener {
  const viewers = new DeviceViewers(db.read);
  const { enqueue, enqueueAlways } = createQueue(log, bus);

  const forget = ({ deviceIds, userIds }: Forgotten): void => {
    for (const deviceId of deviceIds) viewers.forget(deviceId);
    bus.forgetDevices(deviceIds, userIds);
  };
  // Queued, so that a look-up from before the change cannot finish after it; and never dropped, since whoever may see
  // a device no more would go on hearing of it.
  db.notices.subscribe<Forgotten>(forgetChannel, {
    received: (forgotten) => enqueueAlways(async () => forget(forgotten)),
    missed: () => enqueueAlways(async () => viewers.forgetAll()),
  });

  const listenersOf = (deviceId: number) => viewers.of(deviceId).filter(bus.isListened);

  const publishTo = (deviceId: number, makeEvent: () => Omit<LiveEvent, 'deviceId'>): void => {
    const listeners = listenersOf(deviceId);
    if (listeners.length === 0) return;
    const event = { ...makeEvent(), deviceId };
    for (const userId of listeners) bus.publish(userId, event);
  };

  const publishEach = <T>(
    records: T[],
    deviceOf: (record: T) => number,
    makeEvent: (record: T) => Omit<LiveEvent, 'deviceId'>,
  ): void => {
    if (records.length === 0 || !bus.isAwaited()) return;
    enqueue(async () => {
      await viewers.learn(records.map(deviceOf));
      for (const record of records) publishTo(deviceOf(record), () => makeEvent(record));
    });
  };

  const listenedTo = (consequences: Consequence[], kind: Consequence['kind']) =>
    consequences.filter((each) => each.kind === kind && listenersOf(each.deviceId).length > 0);

  /**
   * Publishes incidents, to each person with that person's read state, and under the device where the person sees it:
   * an outage reaches the people of all its devices.
   */
  const publishIncidents = async (keys: RowKey[]): Promise<void> => {
    const ofOutages = await findOutageRoles(db.read, idsOf(keys));
    const outageIds = [...new Set(ofOutages.map(({ incident_id }) => incident_id))];
    const beside = ofOutages.map(({ user_id }) => user_id).filter(bus.isListened);
    const listeners = new Set([
      ...keys.flatMap(({ deviceId }) => listenersOf(deviceId)),
      ...beside,
    ]);
    for (const userId of listeners) {
      const seenUnder = await findOutagesSeenBy(db.read, userId, outageIds);
      const theirs = keys.filter(
        ({ deviceId, id }) => seenUnder.has(id) || viewers.of(deviceId).includes(userId),
      );
      for (const incident of await findReadIncidents(db.read, userId, theirs)) {
        const device_id = seenUnder.get(incident.id) ?? incident.device_id;
        const event = alertEvent({ ...incident, device_id });
        bus.publish(userId, { ...event, deviceId: device_id });
      }
    }
  };

  const publishCommit = async (outcome: BatchOutcome): Promise<void> => {
    const { consequences } = outcome;
    const readings = storedOf(outcome);
    await viewers.learn([
      ...readings.map(({ device_id }) => device_id),
      ...consequences.map(({ deviceId }) => deviceId),
    ]);
    for (const { deviceId, value } of listenedTo(consequences, 'online')) {
      publishTo(deviceId, () => presence({ deviceId, lastSeenAt: value }, true));
    }
    for (const reading of readings) {
      publishTo(reading.device_id, () => ({ type: 'reading', data: presentReading(reading) }));
    }
    await publishIncidents(toKeys(consequences.filter(({ kind }) => kind === 'incident')));
    const commands = await findCommandsByKey(db.read, toKeys(listenedTo(consequences, 'command')));
    for (const command of commands) publishTo(command.device_id, () => commandEvent(command));
  };

  // In English; kind and facts are the same in any language.
  const alertEvent = (incident: ReadIncident) =>
    ({ type: 'alert', data: presentAlert(incident, 'en') }) as const;
  const commandEvent = (command: Parameters<typeof presentCommand>[0]) =>
    ({ type: 'command', data: presentCommand(command, clock()) }) as const;
  const readEvent = (deviceId: number) =>
    ({ type: 'alerts-read', data: { device_id: String(deviceId) } }) as const;
  const devicesEvent = { type: 'devices', data: {} } as const;

  const publishDevices = (userIds: readonly number[]): void => {
    for (const userId of userIds) bus.publish(userId, devicesEvent);
  };

  const rolesChanged: LivePublisher['rolesChanged'] = (deviceIds, userIds) => {
    enqueueAlways(async () => {
      forget({ deviceIds, userIds });
      db.notices.publish(forgetChannel, { deviceIds, userIds });
      publishDevices(userIds);
    });
  };

  return {
    isAwaited: bus.isAwaited,
    committed: (outcome) => enqueue(() => publishCommit(outcome)),
    commandsChanged: (commands) =>
      publishEach(commands, ({ device_id }) => device_id, commandEvent),
    alertsChanged: (alerts) => {
      if (alerts.length === 0 || !bus.isAwaited()) return;
      enqueue(async () => {
        await viewers.learn(alerts.map(({ device_id }) => device_id));
        await publishIncidents(alerts.map(({ device_id, id }) => ({ deviceId: device_id, id })));
      });
    },
    alertsRead: (deviceIds, userId) => {
      if (!bus.isListened(userId)) return;
      enqueue(async () => {
        for (const deviceId of deviceIds) {
          bus.publish(userId, { ...readEvent(deviceId), deviceId });
        }
      });
    },
    // Both make a dashboard count and list the device's alerts again; a deleted alert has no other event.
    alertsDeleted: (deviceIds) => publishEach([...deviceIds], (id) => id, readEvent),
    readingsArrived: (arrivals) => publishEach(arrivals, deviceIdOf, arrivalEvent),
    cameOnline: (devices) => publishEach(devices, deviceIdOf, (device) => presence(device, true)),
    wentOffline: (devices) => publishEach(devices, deviceIdOf, (device) => presence(device, false)),
    // Without a device id, so that a person who comes back gets it even once that device is gone.
    deviceChanged: (deviceId) => {
      if (!bus.isAwaited()) return;
      enqueue(async () => {
        await viewers.learn([deviceId]);
        publishDevices(listenersOf(deviceId));
      });
    },
    devicesChanged: (userIds) => {
      if (userIds.some(bus.isListened)) enqueue(async () => publishDevices(userIds));
    },
    rolesChanged,
    deviceRemoved: (deviceId, userIds) => rolesChanged([deviceId], userIds),
  };
}

/**
 * Creates a queue that runs one task after the other, so that a person gets events in their order. After a
 * task that failed, because storage is away, the listeners are made to reload.
 */
function createQueue(log: Logger, bus: Bus) {
  let last = Promise.resolve();
  let waiting = 0;
  let isBehind = false;
  const enqueueAlways = (work: () => Promise<void>): void => {
    waiting += 1;
    last = last
      .then(work)
      .catch((error) => {
        log.error({ err: error }, 'live events could not be told');
        isBehind = true;
      })
      .finally(() => {
        waiting -= 1;
        // Once, rather than for each of the many that wait while storage is away.
        if (!isBehind || waiting > mostWaiting / 2) return;
        isBehind = false;
        bus.resetAll();
      });
  };
  return {
    enqueueAlways,
    /** Drops the work where too much waits already. */
    enqueue: (work: () => Promise<void>): void => {
      if (waiting < mostWaiting) enqueueAlways(work);
      else isBehind = true;
    },
  };
}

const deviceIdOf = ({ deviceId }: Pick<DeviceSeen, 'deviceId'>) => deviceId;

function arrivalEvent({ deviceId, door, at }: Arrival) {
  return { type: 'arrival', data: { device_id: String(deviceId), door, at: toIso(at) } } as const;
}

const toKeys = (consequences: Consequence[]): RowKey[] =>
  consequences.map(({ deviceId, value }) => ({ deviceId, id: value }));

function presence({ deviceId, lastSeenAt }: DeviceSeen, online: boolean) {
  const data = { id: String(deviceId), online, last_seen_at: toIso(lastSeenAt) };
  return { type: 'device', data } as const;
}

import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { toIso } from '../../kit/time/instant.ts';
import { presentAlert } from '../alerts/schemas.ts';
import { findIncidentsByKey, type Incident } from '../incidents/queries.ts';
import type { DeviceSeen, LivePublisher } from '../live-publisher.ts';
import { findCommandsByKey } from '../pump-commands/queries.ts';
import { presentCommand } from '../pump-commands/schemas.ts';
import type { BatchOutcome } from '../record/batch-parts.ts';
import type { Consequence } from '../record/reading.ts';
import type { CommitListener } from '../record/recorder.ts';
import { presentReading } from '../sensors/reading-schema.ts';
import type { Bus } from './bus.ts';
import { DeviceOwners } from './device-owners.ts';
import type { LiveEvent } from './events.ts';

type PublisherDeps = {
  db: Pick<Database, 'read' | 'notices'>;
  clock: Clock;
  log: Logger;
  bus: Bus;
};

const removedChannel = 'device-removed';

/** Events that wait for a look-up; where more do, storage is away and those who listen must reload. */
const mostWaiting = 500;

/** Names the owner of what rooms tell, puts it as the API does, and hands it to the bus, in order. */
export function createPublisher({
  db,
  clock,
  log,
  bus,
}: PublisherDeps): LivePublisher & CommitListener {
  const owners = new DeviceOwners(db.read);
  const inTurn = createTurns(log, bus);

  const forget = (deviceId: number): void => {
    owners.forget(deviceId);
    bus.forgetDevice(deviceId);
  };
  // In turn, so that no look-up from before the removal comes to be known after it.
  db.notices.subscribe<number>(removedChannel, {
    received: (deviceId) => inTurn(async () => forget(deviceId)),
    missed: () => owners.forgetAll(),
  });

  const tell = (deviceId: number, makeEvent: () => Omit<LiveEvent, 'deviceId'>): void => {
    const owner = owners.of(deviceId);
    if (owner !== undefined && bus.isListened(owner)) {
      bus.publish(owner, { ...makeEvent(), deviceId });
    }
  };

  /** Tells of records that each belong to a device. */
  const tellEach = <T>(
    records: T[],
    deviceOf: (record: T) => number,
    makeEvent: (record: T) => Omit<LiveEvent, 'deviceId'>,
  ): void => {
    if (records.length === 0 || !bus.isAwaited()) return;
    inTurn(async () => {
      await owners.learn(records.map(deviceOf));
      for (const record of records) tell(deviceOf(record), () => makeEvent(record));
    });
  };

  const ofOwners = (consequences: Consequence[], kind: Consequence['kind']) =>
    consequences.filter((each) => {
      const owner = owners.of(each.deviceId);
      return each.kind === kind && owner !== undefined && bus.isListened(owner);
    });

  const tellOfCommit = async ({ recorded, consequences }: BatchOutcome): Promise<void> => {
    const readings = recorded.filter((each) => typeof each !== 'string');
    await owners.learn([
      ...readings.map(({ device_id }) => device_id),
      ...consequences.map(({ deviceId }) => deviceId),
    ]);
    for (const { deviceId, value } of ofOwners(consequences, 'online')) {
      tell(deviceId, () => presence({ deviceId, lastSeenAt: value }, true));
    }
    for (const reading of readings) {
      tell(reading.device_id, () => ({ type: 'reading', data: presentReading(reading) }));
    }
    const incidents = await findIncidentsByKey(db.read, toKeys(ofOwners(consequences, 'incident')));
    for (const incident of incidents) tell(incident.device_id, () => alertEvent(incident));
    const commands = await findCommandsByKey(db.read, toKeys(ofOwners(consequences, 'command')));
    for (const command of commands) tell(command.device_id, () => commandEvent(command));
  };

  // In English: one event goes to all who listen, and its kind and facts tell the same in any language.
  const alertEvent = (incident: Incident) =>
    ({ type: 'alert', data: presentAlert(incident, 'en') }) as const;
  const commandEvent = (command: Parameters<typeof presentCommand>[0]) =>
    ({ type: 'command', data: presentCommand(command, clock()) }) as const;

  return {
    isAwaited: bus.isAwaited,
    committed: (outcome) => inTurn(() => tellOfCommit(outcome)),
    commandsChanged: (commands) => tellEach(commands, ({ device_id }) => device_id, commandEvent),
    alertsRaised: (alerts) => tellEach(alerts, ({ device_id }) => device_id, alertEvent),
    alertsRead: (deviceId) =>
      tellEach(
        [deviceId],
        (id) => id,
        (id) => ({ type: 'alerts-read', data: { device_id: String(id) } }),
      ),
    cameOnline: (devices) => tellEach(devices, deviceIdOf, (device) => presence(device, true)),
    wentOffline: (devices) => tellEach(devices, deviceIdOf, (device) => presence(device, false)),
    devicesChanged: (accountId) => {
      if (!bus.isListened(accountId)) return;
      inTurn(async () => bus.publish(accountId, { type: 'devices', data: {} }));
    },
    deviceRemoved: ({ id, owner_id }) => {
      inTurn(async () => {
        forget(id);
        db.notices.publish(removedChannel, id);
        bus.publish(owner_id, { type: 'devices', data: {} });
      });
    },
  };
}

/**
 * Does one thing after the other, so that an account hears of what happened in its order. What cannot
 * be told, because storage is away, is never passed over in silence.
 */
function createTurns(log: Logger, bus: Bus): (work: () => Promise<void>) => void {
  let last = Promise.resolve();
  let waiting = 0;
  let isBehind = false;
  return (work) => {
    if (waiting >= mostWaiting) {
      isBehind = true;
      return;
    }
    waiting += 1;
    last = last
      .then(work)
      .catch((error) => {
        log.error({ err: error }, 'live events could not be told');
        isBehind = true;
      })
      .finally(() => {
        waiting -= 1;
        // Not for each of the many that wait while storage is away.
        if (!isBehind || waiting > mostWaiting / 2) return;
        isBehind = false;
        bus.resetAll();
      });
  };
}

const deviceIdOf = ({ deviceId }: DeviceSeen) => deviceId;

const toKeys = (consequences: Consequence[]) =>
  consequences.map(({ deviceId, value }) => ({ deviceId, id: value }));

function presence({ deviceId, lastSeenAt }: DeviceSeen, online: boolean) {
  const data = { id: String(deviceId), online, last_seen_at: toIso(lastSeenAt) };
  return { type: 'device', data } as const;
}

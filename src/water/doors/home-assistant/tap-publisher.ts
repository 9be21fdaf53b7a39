import type { LivePublisher } from '../../live-publisher.ts';
import { storedOf } from '../../record/batch-parts.ts';
import type { CommitListener } from '../../record/store-batches.ts';

type Publisher = LivePublisher & CommitListener;

/**
 * Listens to what this process publishes, before it goes to dashboards: each change happens in one process, so
 * each is told to an external broker by one.
 * @param changed is given the ids of the devices of which something has changed.
 */
export function tapPublisher(
  publisher: Publisher,
  changed: (deviceIds: Iterable<number>) => void,
): Publisher {
  const idsOf = (devices: readonly { deviceId: number }[]) =>
    devices.map(({ deviceId }) => deviceId);
  const rowsOf = (rows: readonly { device_id: number }[]) => rows.map(({ device_id }) => device_id);
  return {
    ...publisher,
    isAwaited: () => true,
    committed: (outcome) => {
      changed([...rowsOf(storedOf(outcome)), ...idsOf(outcome.consequences)]);
      if (publisher.isAwaited()) publisher.committed(outcome);
    },
    commandsChanged: (commands) => {
      changed(rowsOf(commands));
      publisher.commandsChanged(commands);
    },
    alertsChanged: (alerts) => {
      changed(rowsOf(alerts));
      publisher.alertsChanged(alerts);
    },
    alertsDeleted: (deviceIds) => {
      changed(deviceIds);
      publisher.alertsDeleted(deviceIds);
    },
    cameOnline: (devices) => {
      changed(idsOf(devices));
      publisher.cameOnline(devices);
    },
    wentOffline: (devices) => {
      changed(idsOf(devices));
      publisher.wentOffline(devices);
    },
    deviceChanged: (deviceId) => {
      changed([deviceId]);
      publisher.deviceChanged(deviceId);
    },
    rolesChanged: (deviceIds, userIds) => {
      changed(deviceIds);
      publisher.rolesChanged(deviceIds, userIds);
    },
    deviceRemoved: (deviceId, userIds) => {
      changed([deviceId]);
      publisher.deviceRemoved(deviceId, userIds);
    },
  };
}

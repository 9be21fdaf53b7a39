import type { ChangeListener } from '../../live/publish-to.ts';
import { storedOf } from '../../record/batch-parts.ts';

/**
 * Listens to what this process publishes: each change happens in one process, so each reaches an external broker
 * by one.
 * @param changed is given the ids of the devices of which something has changed.
 */
export function listenForDevices(changed: (deviceIds: Iterable<number>) => void): ChangeListener {
  const idsOf = (devices: readonly { deviceId: number }[]) =>
    devices.map(({ deviceId }) => deviceId);
  const rowsOf = (rows: readonly { device_id: number }[]) => rows.map(({ device_id }) => device_id);
  return {
    isAwaited: () => true,
    committed: (outcome) => changed([...rowsOf(storedOf(outcome)), ...idsOf(outcome.consequences)]),
    commandsChanged: (commands) => changed(rowsOf(commands)),
    alertsChanged: (alerts) => changed(rowsOf(alerts)),
    alertsDeleted: changed,
    cameOnline: (devices) => changed(idsOf(devices)),
    wentOffline: (devices) => changed(idsOf(devices)),
    deviceChanged: (deviceId) => changed([deviceId]),
    rolesChanged: (deviceIds) => changed(deviceIds),
    deviceRemoved: (deviceId) => changed([deviceId]),
  };
}

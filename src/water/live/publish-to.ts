import type { LivePublisher } from '../live-publisher.ts';
import type { CommitListener } from '../record/store-batches.ts';

/** Hears of some changes; of commits only while it awaits them. */
export type ChangeListener = Partial<LivePublisher & CommitListener>;

/**
 * Creates a publisher that passes each change on to its listeners, in their order.
 * @param listeners may get further ones until the server starts.
 */
export function publishTo(listeners: readonly ChangeListener[]): LivePublisher & CommitListener {
  const each = (pass: (listener: ChangeListener) => void): void => listeners.forEach(pass);
  return {
    isAwaited: () => listeners.some((listener) => listener.isAwaited?.()),
    committed: (outcome) =>
      each((listener) => {
        if (listener.isAwaited?.()) listener.committed?.(outcome);
      }),
    commandsChanged: (...change) => each((listener) => listener.commandsChanged?.(...change)),
    alertsChanged: (...change) => each((listener) => listener.alertsChanged?.(...change)),
    alertsRead: (...change) => each((listener) => listener.alertsRead?.(...change)),
    alertsDeleted: (...change) => each((listener) => listener.alertsDeleted?.(...change)),
    readingsArrived: (...change) => each((listener) => listener.readingsArrived?.(...change)),
    cameOnline: (...change) => each((listener) => listener.cameOnline?.(...change)),
    wentOffline: (...change) => each((listener) => listener.wentOffline?.(...change)),
    deviceChanged: (...change) => each((listener) => listener.deviceChanged?.(...change)),
    devicesChanged: (...change) => each((listener) => listener.devicesChanged?.(...change)),
    rolesChanged: (...change) => each((listener) => listener.rolesChanged?.(...change)),
    deviceRemoved: (...change) => each((listener) => listener.deviceRemoved?.(...change)),
  };
}

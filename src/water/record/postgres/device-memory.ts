import { LRUCache } from 'lru-cache';
import { growingTo } from '../../../kit/growing-to.ts';
import type { DeviceStatus, SensorKey, SensorState } from '../batch-statements.ts';
import type { Rollup } from '../rollups/rollup.ts';

/** A device's status row and the number of the transaction that wrote it. */
export type VersionedStatus = DeviceStatus & { version: number };

/** What a batch reads first of a device: its status, its sensors by name, and their newest hours. */
export type RememberedDevice = {
  status: VersionedStatus;
  sensors: Map<string, SensorState>;
  newestRollups: Map<number, Rollup>;
};

/** The devices of a batch in the order of their ids. */
export type RememberedDevices = Map<number, RememberedDevice>;

export type DeviceMemory = {
  /** All of the devices, given in the order of their ids, with at least these sensors, or nothing. */
  recall: (ids: number[], keys: SensorKey[]) => RememberedDevices | undefined;
  remember: (devices: RememberedDevices) => void;
  /** Adds other sensors of devices that were looked up, as far as these are as they are remembered. */
  complete: (devices: RememberedDevices) => RememberedDevices;
  forget: (ids: Iterable<number>) => void;
  /** Forgets all of them. */
  clear: () => void;
  /** Notes whether what was recalled was still right. */
  noteOutcome: (wasRight: boolean) => void;
};

/** Batches that look into the database first after several recollections in a row were outdated. */
const longestDistrust = 1024;

/**
 * Remembers devices from one batch to the next, where others write them, too: a batch that uses what is
 * recalled has the database compare versions as it writes. A version is right for all that is
 * remembered of a device, since every change to any of it holds the status row (`lockDevice`), and
 * each batch writes that row.
 *
 * Where other processes write the same devices it would mostly be outdated. So after each failure
 * twice as many batches do without it as after the one before.
 * @param mostKept how many devices are kept; about 2 KB each.
 */
export function createDeviceMemory(mostKept: number): DeviceMemory {
  const devices = new LRUCache<number, RememberedDevice>(growingTo(mostKept));
  let distrust = 0;
  let batchesWithout = 0;

  const recall = (ids: number[], keys: SensorKey[]): RememberedDevices | undefined => {
    if (batchesWithout > 0) {
      batchesWithout -= 1;
      return undefined;
    }
    const recalled: RememberedDevices = new Map();
    for (const id of ids) {
      const device = devices.get(id);
      if (!device) return undefined;
      recalled.set(id, device);
    }
    const isKnown = ({ deviceId, name }: SensorKey) => recalled.get(deviceId)?.sensors.has(name);
    return keys.every(isKnown) ? recalled : undefined;
  };

  return {
    recall,
    remember: (known) => {
      for (const [id, device] of known) devices.set(id, device);
    },
    complete: (known) => {
      for (const [id, { status, sensors, newestRollups }] of known) {
        const before = devices.get(id);
        if (before?.status.version !== status.version) continue;
        for (const [name, sensor] of before.sensors) {
          if (!sensors.has(name)) sensors.set(name, sensor);
        }
        for (const [sensorNo, rollup] of before.newestRollups) {
          if (!newestRollups.has(sensorNo)) newestRollups.set(sensorNo, rollup);
        }
      }
      return known;
    },
    forget: (ids) => {
      for (const id of ids) devices.delete(id);
    },
    clear: () => devices.clear(),
    noteOutcome: (wasRight) => {
      distrust = wasRight ? distrust >> 1 : Math.min(longestDistrust, Math.max(1, distrust * 2));
      if (!wasRight) batchesWithout = distrust;
    },
  };
}

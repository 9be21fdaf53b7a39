import { LRUCache } from 'lru-cache';
import type {
  DeviceStatus,
  Sensor,
  SensorConfig,
  SensorKey,
  SensorState,
} from '../batch-statements.ts';
import type { Rollup } from '../rollup.ts';
import { measuredColumns } from '../row-columns.ts';
import { type FreshRows, makeRoom, unpackNumbers, unpackRollup } from './fresh-rows.ts';

/** Devices that are kept; about 1 KB each, and as much for each of their sensors. */
const mostDevices = 20_000;
/** Beyond this a device's sensors are looked up anew in each batch. */
export const mostSensors = 64;

/**
 * Readings that wait in a sensor's row before they go to `readings` together. Beyond this the row no
 * longer fits its page (a quarter of 4 KiB, https://sqlite.org/fileformat2.html#b_tree_pages), and
 * what more of them would save is small.
 */
export const mostFresh = 8;

/** The sensor in whose row the status of its device stands. */
export const firstSensor = 1;

/** A sensor and the newest end of its history, as its own row holds them when the batch ends. */
export type SensorHead = {
  device: DeviceHead;
  /** What batches read and change in place. */
  sensor: SensorState;
  /** Instant of the sensor's newest reading, the readings of this batch included. */
  newestAt: number | null;
  /** Readings that are not in `readings` yet. */
  fresh: Float64Array;
  freshCount: number;
  /** The rollup of the newest hour, and whether `hourly_rollups` lacks it as it is. */
  rollup: Rollup | undefined;
  isOpen: boolean;
};

export type DeviceHead = {
  /** What batches read and change in place. */
  status: DeviceStatus;
  hasFirstSensor: boolean;
  /** Those that were looked up, in no order. */
  heads: SensorHead[];
};

/** A device's status, wherever it stands. */
export type StoredDevice = DeviceStatus & { has_first_sensor: 0 | 1 };
/** A sensor's row, and with it what is configured for the sensor. */
export type StoredSensor = Sensor &
  FreshRows & { [K in keyof SensorConfig]: SensorConfig[K] | null };

type Lookups = {
  findDevice: (id: number) => StoredDevice | undefined;
  findSensor: (key: SensorKey) => StoredSensor | undefined;
};

/**
 * Keeps what nearly every batch reads first: the devices and sensors of the last ones. Right only
 * where one connection does all the writing, and only while it is told of what else that connection
 * writes.
 *
 * A batch changes what it is given in place and then saves it; so after a batch that failed,
 * everything must be forgotten.
 */
export function keepDeviceHeads({ findDevice, findSensor }: Lookups) {
  const kept = new LRUCache<number, DeviceHead>({ max: mostDevices });
  /** Those of the batch, which are asked for a dozen times each, and stay until it ends. */
  const held = new Map<number, DeviceHead>();

  const load = (id: number): DeviceHead | undefined => {
    const row = findDevice(id);
    if (!row) return undefined;
    const { has_first_sensor, ...status } = row;
    const device = { status, hasFirstSensor: has_first_sensor === 1, heads: [] };
    kept.set(id, device);
    return device;
  };

  const deviceOf = (id: number): DeviceHead | undefined => {
    const holding = held.get(id);
    if (holding) return holding;
    const device = kept.get(id) ?? load(id);
    if (!device) return undefined;
    if (device.heads.length > mostSensors) device.heads = [];
    held.set(id, device);
    return device;
  };

  const headOf = ({ deviceId, name }: SensorKey): SensorHead | undefined => {
    const device = deviceOf(deviceId);
    if (!device) return undefined;
    const known = device.heads.find(({ sensor }) => sensor.name === name);
    if (known) return known;
    const row = findSensor({ deviceId, name });
    if (!row) return undefined;
    const head = toHead(device, row);
    device.heads.push(head);
    return head;
  };

  return {
    deviceOf,
    headOf,
    /** The head of a sensor that this batch has looked up. */
    heldHead: (device_id: number, sensor_no: number): SensorHead => {
      const heads = held.get(device_id)?.heads;
      const head = heads?.find(({ sensor }) => sensor.sensor_no === sensor_no);
      if (!head) throw new Error('a sensor is looked up before its readings are');
      return head;
    },
    /** To be called when a batch ends. */
    release: (): void => held.clear(),
    forgetAll: (): void => {
      held.clear();
      kept.clear();
    },
  };
}

function toHead(device: DeviceHead, { fresh, open_hour, ...sensor }: StoredSensor): SensorHead {
  const room = makeRoom(mostFresh);
  const waiting = fresh === null ? [] : unpackNumbers(fresh);
  room.set(waiting);
  return {
    device,
    sensor,
    newestAt: sensor.recorded_at,
    fresh: room,
    freshCount: waiting.length / measuredColumns.length,
    rollup: open_hour === null ? undefined : unpackRollup(sensor, open_hour),
    isOpen: open_hour !== null,
  };
}

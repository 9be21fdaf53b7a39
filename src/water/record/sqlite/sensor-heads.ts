import { chunksOf } from '../../../kit/chunks.ts';
import type { BatchStatements, HourKey, SensorKey } from '../batch-statements.ts';
import { hourOf, type ReadingRow, type Rollup } from '../rollup.ts';
import {
  type DeviceHead,
  firstSensor,
  keepDeviceHeads,
  mostFresh,
  mostSensors,
  type SensorHead,
  type StoredDevice,
  type StoredSensor,
} from './device-heads.ts';
import { bindReadings, putReading } from './fresh-rows.ts';

/** What is kept in the rows of sensors, and so is read and written through their heads alone. */
type ThroughHeads =
  | 'holdDevices'
  | 'findSensors'
  | 'addSensors'
  | 'saveSensors'
  | 'saveDeviceStatus';

/** The statements over the rows of sensors and devices. */
export type HeadStatements = {
  findDevice: (id: number) => StoredDevice | undefined;
  findSensor: (key: SensorKey) => StoredSensor | undefined;
  addSensor: (key: SensorKey) => void;
  /** Sensors of a device that have something waiting. */
  findWaiting: (deviceId: number) => SensorKey[];
  /** Saves the row of a sensor; that of a device's first one holds the device's status, too. */
  saveHead: (head: SensorHead) => void;
  /** Saves the status of a device alone. */
  saveStatus: (device: DeviceHead) => void;
};

/** The statements as their tables take them, without what the head of a sensor keeps back. */
export type TableStatements = Omit<BatchStatements, ThroughHeads> &
  HeadStatements & {
    /** Inserts so many readings, bound as `bindReadings` does. */
    insertMany: (bound: (number | null)[], count: number) => void;
  };

export type SensorHeads = BatchStatements & {
  /** Writes what the batch changed in the rows of sensors and devices; its last step. */
  flush: () => void;
  /** Moves what waits in the rows of a device's sensors to where its history lies. */
  settle: (deviceId: number) => void;
  forgetAll: () => void;
  /** Forgets what a statement of somebody else may have changed. */
  noticeWrite: (sql: string) => void;
};

/**
 * Lets a sensor's newest readings, its open hour and, in the row of a device's first sensor, what is
 * known of the device wait in the sensor's own row, which every batch writes anyway: a reading costs
 * one page of the log in place of four. Whatever asks for the history behind the newest hour first has
 * it settled.
 *
 * Right under the conditions of `keepDeviceHeads`.
 */
export function keepSensorHeads(tables: TableStatements): SensorHeads {
  const { deviceOf, headOf, heldHead, release, forgetAll } = keepDeviceHeads(tables);
  /** What is not in its row as it stands. */
  const changed = new Set<SensorHead>();
  const changedDevices = new Set<DeviceHead>();

  const settleReadings = (head: SensorHead): void => {
    if (head.freshCount === 0) return;
    tables.insertMany(bindReadings(head.fresh, head.freshCount, head.sensor), head.freshCount);
    head.freshCount = 0;
    changed.add(head);
  };

  const settleHour = (head: SensorHead): void => {
    if (!head.isOpen || !head.rollup) return;
    tables.saveRollups([head.rollup]);
    head.isOpen = false;
    changed.add(head);
  };

  const insertReading = (row: ReadingRow): boolean => {
    const head = heldHead(row.device_id, row.sensor_no);
    if (head.newestAt === row.recorded_at) return false;
    if (head.newestAt !== null && row.recorded_at < head.newestAt) {
      settleReadings(head);
      return tables.insertReadings([row])[0] ?? false;
    }
    head.newestAt = row.recorded_at;
    changed.add(head);
    // What no table would take must be refused now, not when the readings before it are settled.
    if (!isStorable(row)) return tables.insertReadings([row])[0] ?? false;
    putReading(head.fresh, head.freshCount, row);
    head.freshCount += 1;
    if (head.freshCount >= mostFresh) settleReadings(head);
    return true;
  };

  const saveRollup = (rollup: Rollup): void => {
    const head = heldHead(rollup.device_id, rollup.sensor_no);
    const isNewest = head.newestAt !== null && rollup.hour === hourOf(head.newestAt);
    const isKnown = head.rollup?.hour === rollup.hour;
    if (!isNewest && !isKnown) {
      tables.saveRollups([rollup]);
      return;
    }
    if (!isKnown) settleHour(head);
    head.rollup = rollup;
    head.isOpen = true;
    changed.add(head);
    // The batch goes on into the next hour.
    if (!isNewest) settleHour(head);
  };

  const settledHours = (key: HourKey): HourKey => {
    settleHour(heldHead(key.device_id, key.sensor_no));
    return key;
  };

  const addSensor = (key: SensorKey): SensorHead => {
    tables.addSensor(key);
    const head = headOf(key);
    if (!head) throw new Error('a sensor that was added is there');
    if (head.sensor.sensor_no === firstSensor) head.device.hasFirstSensor = true;
    return head;
  };

  const flush = (): void => {
    for (const head of changed) {
      tables.saveHead(head);
      if (head.sensor.sensor_no === firstSensor) changedDevices.delete(head.device);
    }
    for (const device of changedDevices) tables.saveStatus(device);
    changed.clear();
    changedDevices.clear();
    release();
  };

  const forget = (): void => {
    forgetAll();
    changed.clear();
    changedDevices.clear();
  };

  return {
    ...tables,
    holdDevices: (ids) => ids.map((id) => deviceOf(id)?.status),
    findSensors: (keys) => keys.map((key) => headOf(key)?.sensor),
    addSensors: (keys) => keys.map((key) => addSensor(key).sensor),
    insertReadings: (rows) => rows.map(insertReading),
    findReadings: (rows) => {
      for (const row of rows) settleReadings(heldHead(row.device_id, row.sensor_no));
      return tables.findReadings(rows);
    },
    findReadingsOfHour: (key) => {
      settleReadings(heldHead(key.device_id, key.sensor_no));
      return tables.findReadingsOfHour(key);
    },
    findRollups: (keys) =>
      keys.map((key) => {
        const { rollup } = heldHead(key.device_id, key.sensor_no);
        return rollup?.hour === key.hour ? rollup : tables.findRollups([key])[0];
      }),
    findRollupBefore: (key) => tables.findRollupBefore(settledHours(key)),
    findRollupsFrom: (key, limit) => tables.findRollupsFrom(settledHours(key), limit),
    saveSensors: (sensors) => {
      for (const { device_id, sensor_no } of sensors) changed.add(heldHead(device_id, sensor_no));
    },
    saveRollups: (rows) => rows.forEach(saveRollup),
    saveDeviceStatus: (rows) => {
      for (const { device_id } of rows) {
        const device = deviceOf(device_id);
        if (device) changedDevices.add(device);
      }
    },
    flush,
    settle: (deviceId) => {
      // A few at a time, since each is looked for among those that are held.
      for (const keys of chunksOf(tables.findWaiting(deviceId), mostSensors)) {
        for (const key of keys) {
          const head = headOf(key);
          if (!head) continue;
          settleReadings(head);
          settleHour(head);
        }
        flush();
      }
    },
    forgetAll: forget,
    noticeWrite: (sql) => {
      if (/\b(device_status|sensors|sensor_configs|readings|hourly_rollups)\b/.test(sql)) forget();
    },
  };
}

/** Whether the engine will take the row: its columns that are never null hold numbers. */
function isStorable({ recorded_at, level, status, source }: ReadingRow): boolean {
  return [recorded_at, level, status, source].every(Number.isFinite);
}

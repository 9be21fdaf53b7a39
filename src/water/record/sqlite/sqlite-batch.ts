import { readingFieldList } from '../../../db/tables/reading-fields.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import type {
  BatchStatements,
  DeviceStatus,
  HourKey,
  SensorConfig,
  SensorKey,
  SensorState,
} from '../batch-statements.ts';
import type { ReadingRow, Rollup } from '../rollups/rollup.ts';
import { configColumns } from '../row-columns.ts';
import { type HeadChunk, packHeadChunk, unpackHeadChunk } from './head-chunk.ts';
import type { SqliteStatements } from './sqlite-statements.ts';

/**
 * Readings that wait in a sensor's row before they go to `readings` together. Beyond this the row no
 * longer fits its page (a quarter of 4 KiB, https://sqlite.org/fileformat2.html#b_tree_pages), and
 * what more of them would save is small.
 */
export const mostWaiting = 4;

/** A sensor in a batch's hands: its row as it is when the batch is saved. */
type LoadedSensor = {
  /** What batches read and change in place. */
  state: SensorState;
  head: HeadChunk;
  /** Instant of its newest reading, those of this batch included. */
  newestAt: number | null;
  isChanged: boolean;
};

const noConfig = Object.fromEntries(configColumns.map((column) => [column, null])) as {
  [K in keyof SensorConfig]: null;
};

/**
 * What batches of one transaction read and write on SQLite. A sensor is loaded when it is first asked
 * for, with its head chunk; what changes of it is kept until `save`, the last step before the commit.
 * Whatever asks for the history behind the head chunk has it flushed first: moved to its tables.
 */
export function openBatch(tables: SqliteStatements) {
  const loaded = new Map<number, LoadedSensor[]>();
  const storedSeenAbout = new Map<number, number | null>();

  const load = (key: SensorKey): LoadedSensor | undefined => {
    const ofDevice = loaded.get(key.deviceId) ?? [];
    const known = ofDevice.find(({ state }) => state.name === key.name);
    if (known) return known;
    const row = tables.findSensor(key);
    if (!row) return undefined;
    const { head_chunk, ...sensor } = row;
    const made: LoadedSensor = {
      state: { ...sensor, ...(tables.findConfig(key) ?? noConfig) },
      head: unpackHeadChunk(sensor, head_chunk),
      newestAt: sensor.recorded_at,
      isChanged: false,
    };
    ofDevice.push(made);
    loaded.set(key.deviceId, ofDevice);
    return made;
  };

  const sensorOf = ({ device_id, sensor_no }: Omit<HourKey, 'hour'>): LoadedSensor => {
    const found = loaded.get(device_id)?.find(({ state }) => state.sensor_no === sensor_no);
    if (!found) throw new Error('a sensor is looked up before its readings are');
    return found;
  };

  const addSensor = (key: SensorKey): SensorState => {
    tables.addSensor(key);
    const sensor = load(key);
    if (!sensor) throw new Error('a sensor that was added is there');
    return sensor.state;
  };

  const flushReadings = (sensor: LoadedSensor): void => {
    if (sensor.head.readings.length === 0) return;
    sensor.head.readings.forEach(tables.insertReading);
    sensor.head.readings = [];
    sensor.isChanged = true;
  };

  const flushHour = (sensor: LoadedSensor): void => {
    if (!sensor.head.hour) return;
    tables.saveRollup(sensor.head.hour);
    sensor.head.hour = undefined;
    sensor.isChanged = true;
  };

  const findWaiting = ({ head }: LoadedSensor, { recorded_at }: ReadingRow) =>
    head.readings.find((waiting) => waiting.recorded_at === recorded_at);

  const insertReading = (row: ReadingRow): boolean => {
    const sensor = sensorOf(row);
    const { newestAt, head } = sensor;
    if (newestAt === row.recorded_at) return false;
    if (newestAt !== null && row.recorded_at < newestAt) {
      return !findWaiting(sensor, row) && tables.insertReading(row);
    }
    sensor.newestAt = row.recorded_at;
    sensor.isChanged = true;
    // What the table would refuse must be refused now, not when the readings before it are flushed.
    if (!isStorable(row)) return tables.insertReading(row);
    head.readings.push(row);
    return true;
  };

  const saveRollup = (rollup: Rollup): void => {
    const sensor = sensorOf(rollup);
    const isNewest = sensor.newestAt !== null && rollup.hour === hourOf(sensor.newestAt);
    const isWaiting = sensor.head.hour?.hour === rollup.hour;
    if (!isNewest && !isWaiting) {
      tables.saveRollup(rollup);
      return;
    }
    if (!isWaiting) flushHour(sensor);
    sensor.head.hour = rollup;
    sensor.isChanged = true;
    // The batch goes on into the next hour.
    if (!isNewest) flushHour(sensor);
  };

  const findDevice = (id: number): DeviceStatus | undefined => {
    const device = tables.findDevice(id);
    if (device) storedSeenAbout.set(id, device.seen_about);
    return device;
  };

  const saveDevice = (device: DeviceStatus): void => {
    tables.saveDevice(device);
    if (storedSeenAbout.get(device.device_id) !== device.seen_about) tables.saveSeenAbout(device);
  };

  const statements: BatchStatements = {
    findDevices: (ids) => ids.map(findDevice),
    findSensors: (keys) => keys.map((key) => load(key)?.state),
    countSensors: (keys) => keys.map(tables.countSensors),
    addSensors: (keys) => keys.map(addSensor),
    insertReadings: (rows) => rows.map(insertReading),
    findReadings: (rows) =>
      rows.map((row) => findWaiting(sensorOf(row), row) ?? tables.findReading(row)),
    findReadingsBetween: (key, end) => {
      flushReadings(sensorOf(key));
      return tables.findReadingsBetween(key, end);
    },
    saveJudgements: (rows) => {
      for (const row of rows) {
        if (!sensorOf(row).head.readings.includes(row)) tables.saveJudgement(row);
      }
    },
    findRollups: (keys) =>
      keys.map((key) => {
        const { hour } = sensorOf(key).head;
        return hour?.hour === key.hour ? hour : tables.findRollup(key);
      }),
    findRollupBefore: (key) => {
      flushHour(sensorOf(key));
      return tables.findRollupBefore(key);
    },
    findRollupsFrom: (key, limit) => {
      flushHour(sensorOf(key));
      return tables.findRollupsFrom(key, limit);
    },
    saveSensors: (rows) => {
      for (const row of rows) sensorOf(row).isChanged = true;
    },
    saveRollups: (rows) => rows.forEach(saveRollup),
    deleteRefills: (keys) => keys.forEach(tables.deleteRefills),
    insertRefills: (rows) => rows.forEach(tables.insertRefill),
    saveDeviceStatus: (rows) => rows.forEach(saveDevice),
    findLastSwitches: (keys) => keys.map(tables.findLastSwitch),
    supersedeSwitches: (keys, now) => keys.flatMap((key) => tables.supersedeSwitches(key, now)),
    findLastRefills: tables.findLastRefills,
    findSource: (key) => load(key)?.state ?? tables.findSource(key),
    insertCommands: (rows) => rows.map(tables.insertCommand),
    insertIncidents: (rows) => rows.map(tables.insertIncident),
    updateIncidents: (rows) => rows.flatMap(tables.updateIncident),
    countPendingCommands: (ids, now) => ids.map((id) => tables.countPending(id, now)),
  };

  return {
    statements,
    /** Brings all that waits in head chunks of a device to its tables. */
    flushDevice: (deviceId: number): void => {
      for (const key of tables.findWaiting(deviceId)) {
        const sensor = load(key);
        if (!sensor) continue;
        flushReadings(sensor);
        flushHour(sensor);
      }
    },
    /** Writes the rows of the sensors that have changed. */
    save: (): void => {
      for (const sensor of [...loaded.values()].flat()) {
        if (sensor.head.readings.length >= mostWaiting) flushReadings(sensor);
        if (sensor.isChanged) tables.saveSensor(sensor.state, packHeadChunk(sensor.head));
      }
    },
  };
}

/** Whether the engine will take the row: its columns that are never null hold numbers. */
function isStorable(row: ReadingRow): boolean {
  return requiredColumns.every((column) => Number.isFinite(row[column]));
}

const requiredColumns = [
  'recorded_at',
  ...readingFieldList.filter(({ isRequired }) => isRequired).map(({ column }) => column),
] as const;

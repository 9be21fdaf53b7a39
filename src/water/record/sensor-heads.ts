import { LRUCache } from 'lru-cache';
import type { SqliteFile } from '../../db/sqlite-file.ts';
import { keepMost } from '../../kit/keep-most.ts';
import type { BatchStatements, HourKey, SensorState } from './batch-statements.ts';
import {
  type FreshText,
  packReading,
  packRollup,
  unpackMeasured,
  unpackRollup,
} from './fresh-rows.ts';
import { hourOf, type ReadingRow, type Rollup } from './rollup.ts';
import { latestColumns, latestValues } from './row-columns.ts';

/** Sensors whose heads are kept; about 1 KB each. */
const mostKept = 20_000;

/**
 * Readings that wait in a sensor's row before they go to `readings` together. Beyond this the row no
 * longer fits its page (a quarter of 4 KiB, https://sqlite.org/fileformat2.html#b_tree_pages), and
 * what more of them would save is small.
 */
const mostFresh = 8;

/** No device has as many sensors, so device and sensor make one number that is a fast key. */
const mostSensors = 2 ** 16;

/** The newest end of a sensor's history, as far as it stands in the sensor's own row. */
type Head = {
  device_id: number;
  sensor_no: number;
  /** Instant of the sensor's newest reading. */
  newestAt: number | null;
  /** Readings that are not in `readings` yet, packed and joined by commas. */
  fresh: string;
  freshCount: number;
  /** The rollup of the newest hour, and whether `hourly_rollups` lacks it as it is. */
  rollup: Rollup | undefined;
  isOpen: boolean;
};

type SensorKey = Pick<Head, 'device_id' | 'sensor_no'>;

/** The statements as their tables take them, without what the head of a sensor keeps back. */
export type TableStatements = Omit<BatchStatements, 'saveSensors'> & {
  /** Inserts readings of one sensor, each as its values in the order of `measuredColumns`. */
  insertMeasured: (sensor: SensorKey, rows: unknown[][]) => void;
};

export type SensorHeads = BatchStatements & {
  /** Writes what the batch left in heads whose sensors it did not save; the last step of each batch. */
  flush: () => void;
  /** Moves what waits in the rows of a device's sensors to where its history lies. */
  settle: (deviceId: number) => void;
  forgetAll: () => void;
  noticeWrite: (sql: string) => void;
};

/**
 * Lets a sensor's newest readings and its open hour wait in the sensor's own row, which every batch
 * writes anyway, so that a reading costs one page of the log in place of three. Whatever asks for
 * the history behind the newest hour first has it settled.
 *
 * Right under the conditions of `cacheStatements`.
 */
export function keepSensorHeads(file: SqliteFile, tables: TableStatements): SensorHeads {
  const heads = new LRUCache<number, Head>(keepMost(mostKept));
  /** Heads that are not in their rows as they stand. */
  const changed = new Set<Head>();

  const byKey = 'where device_id = ? and sensor_no = ?';
  const findHead = file.prepare(`select recorded_at, fresh, open_hour from sensors ${byKey}`);
  const findSensorNos = file
    .prepare(
      `select sensor_no from sensors
       where device_id = ? and (fresh is not null or open_hour is not null)`,
    )
    .pluck();
  const saveHead = file.prepare(`update sensors set fresh = ?, open_hour = ? ${byKey}`);
  const saveSensor = file.prepare(
    `update sensors set ${latestColumns.map((column) => `${column} = ?`).join(', ')},
     fresh = ?, open_hour = ? ${byKey}`,
  );

  const headOf = ({ device_id, sensor_no }: SensorKey): Head => {
    const key = device_id * mostSensors + sensor_no;
    let head = heads.get(key);
    if (!head) {
      const row = findHead.get(device_id, sensor_no) as HeadRow | undefined;
      head = toHead({ device_id, sensor_no }, row);
      heads.set(key, head);
    }
    return head;
  };

  const settleReadings = (head: Head): void => {
    if (head.freshCount === 0) return;
    tables.insertMeasured(head, unpackMeasured(head.fresh));
    head.fresh = '';
    head.freshCount = 0;
    changed.add(head);
  };

  const settleHour = (head: Head): void => {
    if (!head.isOpen || !head.rollup) return;
    tables.saveRollups([head.rollup]);
    head.isOpen = false;
    changed.add(head);
  };

  const insertReading = (row: ReadingRow): boolean => {
    const head = headOf(row);
    if (head.newestAt === row.recorded_at) return false;
    if (head.newestAt !== null && row.recorded_at < head.newestAt) {
      settleReadings(head);
      return tables.insertReadings([row])[0] ?? false;
    }
    head.newestAt = row.recorded_at;
    changed.add(head);
    // What no table would take must be refused now, not when the readings before it are settled.
    if (!isStorable(row)) return tables.insertReadings([row])[0] ?? false;
    head.fresh = head.freshCount === 0 ? packReading(row) : `${head.fresh},${packReading(row)}`;
    head.freshCount += 1;
    if (head.freshCount >= mostFresh) settleReadings(head);
    return true;
  };

  const saveRollup = (rollup: Rollup): void => {
    const head = headOf(rollup);
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
    settleHour(headOf(key));
    return key;
  };

  const saveAll = (sensors: SensorState[]): void => {
    for (const sensor of sensors) {
      const head = headOf(sensor);
      saveSensor.run(...latestValues(sensor), ...textOf(head), head.device_id, head.sensor_no);
      changed.delete(head);
    }
  };

  const flush = (): void => {
    for (const head of changed) saveHead.run(...textOf(head), head.device_id, head.sensor_no);
    changed.clear();
  };

  const forgetAll = (): void => {
    heads.clear();
    changed.clear();
  };

  return {
    ...tables,
    insertReadings: (rows) => rows.map(insertReading),
    findReadings: (rows) => {
      for (const row of rows) settleReadings(headOf(row));
      return tables.findReadings(rows);
    },
    findReadingsOfHour: (key) => {
      settleReadings(headOf(key));
      return tables.findReadingsOfHour(key);
    },
    findRollups: (keys) =>
      keys.map((key) => {
        const { rollup } = headOf(key);
        return rollup?.hour === key.hour ? rollup : tables.findRollups([key])[0];
      }),
    findRollupBefore: (key) => tables.findRollupBefore(settledHours(key)),
    findRollupsFrom: (key, limit) => tables.findRollupsFrom(settledHours(key), limit),
    saveSensors: saveAll,
    saveRollups: (rows) => rows.forEach(saveRollup),
    flush,
    settle: (deviceId) => {
      for (const sensor_no of findSensorNos.all(deviceId) as number[]) {
        const head = headOf({ device_id: deviceId, sensor_no });
        settleReadings(head);
        settleHour(head);
      }
      flush();
    },
    forgetAll,
    noticeWrite: (sql) => {
      if (/\bsensors\b|\breadings\b|\bhourly_rollups\b/.test(sql)) forgetAll();
    },
  };
}

type HeadRow = FreshText & { recorded_at: number | null };

function toHead(key: SensorKey, row: HeadRow | undefined): Head {
  const { recorded_at = null, fresh = null, open_hour = null } = row ?? {};
  return {
    ...key,
    newestAt: recorded_at,
    fresh: fresh ?? '',
    freshCount: fresh === null ? 0 : unpackMeasured(fresh).length,
    rollup: open_hour === null ? undefined : unpackRollup(key, open_hour),
    isOpen: open_hour !== null,
  };
}

function textOf({ fresh, freshCount, rollup, isOpen }: Head): (string | null)[] {
  return [freshCount > 0 ? fresh : null, isOpen && rollup ? packRollup(rollup) : null];
}

/** Whether the engine will take the row: its columns that are never null hold numbers. */
function isStorable({ recorded_at, level, status, source }: ReadingRow): boolean {
  return [recorded_at, level, status, source].every(Number.isFinite);
}

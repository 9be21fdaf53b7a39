import { bigints } from '../../db/binary-arrays.ts';
import type { Pipeline, PipelineValue, PreparedStatement } from '../../db/pipeline.ts';
import type { Batch } from './batch.ts';
import type {
  AsyncBatchStatements,
  DeviceStatus,
  HourKey,
  RowKey,
  SensorKey,
  SensorState,
  SwitchRow,
} from './batch-statements.ts';
import { createNovelty, readingKey } from './novelty.ts';
import {
  alertRows,
  commandKeys,
  commandRows,
  hourKeys,
  latestRows,
  readingKeys,
  readingRows,
  rollupRows,
  sensorRows,
  statusRows,
} from './postgres-rows.ts';
import type { Statements } from './postgres-sql.ts';
import { hourMs, type ReadingRow, type Rollup } from './rollup.ts';

type Count = { device_id: number; count: number };

/**
 * The statements of one batch on PostgreSQL. What nearly every batch asks at first is asked in one way
 * there and back before it begins, and what it only writes waits for the next question or the commit:
 * two ways for a batch in which nothing unusual happens.
 * @param isCautious asks of each reading whether it is new, rather than inferring it from the latest
 *   one of its sensor.
 */
export async function openBatchStatements(
  pipeline: Pipeline,
  statements: Statements,
  batch: Batch,
  isCautious: boolean,
): Promise<AsyncBatchStatements> {
  const ask = async <R>(statement: PreparedStatement, values: PipelineValue[]): Promise<R[]> => {
    const [rows] = await pipeline.ask({ statement, values });
    return rows as R[];
  };
  const known = await findKnown(pipeline, statements, batch);
  const { devices, sensors, rollups } = known;
  const novelty = createNovelty(isCautious);
  for (const sensor of sensors.values()) novelty.noticeSensor(sensor);
  let pending: Map<number, number> | undefined = known.pending;

  const findSensors = async (keys: SensorKey[]): Promise<(SensorState | undefined)[]> =>
    keys.map((key) => sensors.get(sensorKey(key)));

  const insertUnknown = async (rows: ReadingRow[]): Promise<Set<string>> => {
    if (rows.length === 0) return new Set();
    const stored = await ask<ReadingRow>(
      statements.insertUnknownReadings,
      readingRows.values(rows),
    );
    return new Set(stored.map(readingKey));
  };

  return {
    holdDevices: async (ids) => ids.map((id) => devices.get(id)),
    findSensors,
    addSensors: async (keys) => {
      pipeline.queue(statements.addSensors, sensorRows.values(keys));
      const added = await ask<SensorState>(statements.findSensors, sensorRows.values(keys));
      for (const sensor of added) novelty.noticeSensor(sensor);
      return added;
    },
    insertReadings: async (rows) => {
      const { isNew, unknown } = novelty.judge(rows);
      const certain = rows.filter((_, index) => isNew[index]);
      if (certain.length > 0) {
        pipeline.queue(statements.insertReadings, readingRows.values(certain));
      }
      const stored = await insertUnknown(unknown);
      return rows.map((row, index) => isNew[index] ?? stored.delete(readingKey(row)));
    },
    findReadings: async (rows) => {
      const found = await ask<ReadingRow>(statements.findReadings, readingKeys.values(rows));
      const byKey = new Map(found.map((row) => [readingKey(row), row]));
      return rows.map((row) => byKey.get(readingKey(row)));
    },
    findRollups: async (keys) => {
      const unknown = keys.filter((key) => !rollups.has(hourKey(key)));
      const found =
        unknown.length > 0
          ? await ask<Rollup>(statements.findRollups, hourKeys.values(unknown))
          : [];
      for (const rollup of found) rollups.set(hourKey(rollup), rollup);
      return keys.map((key) => rollups.get(hourKey(key)));
    },
    findRollupBefore: async ({ device_id, sensor_no, hour }) => {
      const [rollup] = await ask<Rollup>(
        statements.findRollupBefore,
        [device_id, sensor_no, hour].map(String),
      );
      return rollup;
    },
    findRollupsFrom: async ({ device_id, sensor_no, hour }, limit) =>
      await ask(statements.findRollupsFrom, [device_id, sensor_no, hour, limit].map(String)),
    findReadingsOfHour: async ({ device_id, sensor_no, hour }) =>
      await ask(
        statements.findReadingsOfHour,
        [device_id, sensor_no, hour, hour + hourMs].map(String),
      ),
    saveSensors: async (rows) => pipeline.queue(statements.saveSensors, latestRows.values(rows)),
    saveRollups: async (rows) => {
      const old = rows.filter((row) => rollups.has(hourKey(row)));
      const added = rows.filter((row) => !rollups.has(hourKey(row)));
      if (old.length > 0) pipeline.queue(statements.updateRollups, rollupRows.values(old));
      if (added.length > 0) pipeline.queue(statements.insertRollups, rollupRows.values(added));
      for (const row of rows) rollups.set(hourKey(row), row);
    },
    saveDeviceStatus: async (rows) =>
      pipeline.queue(statements.saveDeviceStatus, statusRows.values(rows)),
    findLastSwitches: async (keys) => {
      const found = await ask<SwitchRow & { place: number }>(
        statements.findLastSwitches,
        sensorRows.values(keys),
      );
      const byPlace = new Map(found.map(({ place, ...row }) => [place, row]));
      return keys.map((_, index) => byPlace.get(index + 1));
    },
    cancelCommands: async (keys) => {
      pending = undefined;
      pipeline.queue(statements.cancelCommands, commandKeys.values(keys));
    },
    insertCommands: async (rows) => {
      pending = undefined;
      return await ask<RowKey>(statements.insertCommands, commandRows.values(rows));
    },
    insertAlerts: async (rows) =>
      await ask<RowKey>(statements.insertAlerts, alertRows.values(rows)),
    countPendingCommands: async (ids, now) => {
      if (!pending) {
        const { countPendingCommands } = statements;
        pending = toCounts(await ask<Count>(countPendingCommands, pendingOf(ids, now)));
      }
      const counts = pending;
      return ids.map((id) => counts.get(id) ?? 0);
    },
  };
}

/**
 * What there is of the devices and sensors of a batch. Each statement sees what was committed while
 * the first one waited for the devices, since it begins after it.
 */
async function findKnown(pipeline: Pipeline, statements: Statements, { readings, now }: Batch) {
  const ids = [...new Set(readings.map(({ deviceId }) => deviceId))].sort((a, b) => a - b);
  const keys = new Map<string, SensorKey>();
  for (const { deviceId, sensorName: name } of readings) {
    const key = { deviceId, name };
    keys.set(sensorKey(key), key);
  }
  const wanted = sensorRows.values([...keys.values()]);
  const [devices, sensors, rollups, pending] = await pipeline.ask(
    { statement: statements.holdDevices, values: [bigints(ids)] },
    { statement: statements.findSensors, values: wanted },
    { statement: statements.findNewestRollups, values: wanted },
    { statement: statements.countPendingCommands, values: pendingOf(ids, now) },
  );
  return {
    devices: new Map((devices as DeviceStatus[]).map((row) => [row.device_id, row])),
    sensors: new Map(
      (sensors as SensorState[]).map((row) => [
        sensorKey({ deviceId: row.device_id, name: row.name }),
        row,
      ]),
    ),
    rollups: new Map((rollups as Rollup[]).map((row) => [hourKey(row), row])),
    pending: toCounts(pending as Count[]),
  };
}

function pendingOf(ids: number[], now: number): PipelineValue[] {
  return [bigints(ids), String(now)];
}

function toCounts(rows: Count[]): Map<number, number> {
  return new Map(rows.map(({ device_id, count }) => [device_id, count]));
}

function sensorKey({ deviceId, name }: SensorKey): string {
  return `${deviceId}/${name}`;
}

function hourKey({ device_id, sensor_no, hour }: HourKey): string {
  return `${device_id}/${sensor_no}/${hour}`;
}

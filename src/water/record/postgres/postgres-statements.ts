import type {
  Asked,
  Pipeline,
  PipelineValue,
  PreparedStatement,
} from '../../../db/postgres/pipeline.ts';
import type { Batch } from '../batch-parts.ts';
import type {
  AsyncBatchStatements,
  HourKey,
  RowKey,
  SensorCount,
  SensorKey,
  SensorState,
  SwitchRow,
} from '../batch-statements.ts';
import { hourMs, type ReadingRow, type Rollup } from '../rollup.ts';
import { type KnownDevices, newestRollupOf, type VersionedStatus } from './device-memory.ts';
import { createNovelty, readingKey } from './novelty.ts';
import {
  alertRows,
  commandKeys,
  commandRows,
  deviceVersions,
  hourKeys,
  latestRows,
  readingKeys,
  readingRows,
  rollupRows,
  sensorRows,
  statusRows,
} from './postgres-rows.ts';
import type { Statements } from './postgres-sql.ts';

type Count = { device_id: number; count: number };

/** What a batch knows of its devices before it begins. */
export type Known = {
  devices: KnownDevices;
  /** Whether this transaction holds them, or only remembers how they were. */
  areHeld: boolean;
};

type Options = {
  /** Asks of each reading whether it is new, rather than inferring it from the latest of its sensor. */
  isCautious: boolean;
};

/**
 * The statements of one batch on PostgreSQL. What it only writes waits for the next question, and the
 * last question takes the commit with it. So a batch in which nothing unusual happens goes one way
 * there and back where its devices are remembered, else two.
 */
export function createBatchStatements(
  pipeline: Pipeline,
  statements: Statements,
  { devices, areHeld }: Known,
  { isCautious }: Options,
): AsyncBatchStatements {
  const novelty = createNovelty(isCautious);
  for (const { sensors } of devices.values()) {
    for (const sensor of sensors.values()) novelty.noticeSensor(sensor);
  }
  const otherRollups = new Map<string, Rollup>();
  let waiting: Asked[] = [];
  let isHeld = areHeld;

  const queue = (statement: PreparedStatement, values: PipelineValue[]): void => {
    waiting.push({ statement, values });
  };
  const statusesOf = () => [...devices.values()].map(({ status }) => status);
  /** What was queued; before it the devices are held, so that two batches never wait for each other. */
  const takeWaiting = (): Asked[] => {
    const hold = () => ({
      statement: statements.holdRemembered,
      values: deviceVersions.values(statusesOf()),
    });
    const asked = isHeld ? waiting : [hold(), ...waiting];
    isHeld = true;
    waiting = [];
    return asked;
  };
  const ask = async <R>(statement: PreparedStatement, values: PipelineValue[]): Promise<R[]> => {
    const results = await pipeline.ask(...takeWaiting(), { statement, values });
    return (results.at(-1) ?? []) as R[];
  };

  const insertUnknown = async (rows: ReadingRow[]): Promise<Set<string>> => {
    if (rows.length === 0) return new Set();
    const stored = await ask<ReadingRow>(
      statements.insertUnknownReadings,
      readingRows.values(rows),
    );
    return new Set(stored.map(readingKey));
  };
  const rollupOf = (key: HourKey) => newestRollupOf(devices, key) ?? otherRollups.get(hourKey(key));
  const noteRollup = (rollup: Rollup): void => {
    const newest = devices.get(rollup.device_id)?.newestRollups;
    const known = newest?.get(rollup.sensor_no);
    const isNewest = newest !== undefined && (!known || known.hour <= rollup.hour);
    if (isNewest) newest.set(rollup.sensor_no, rollup);
    const other = isNewest ? known : rollup;
    if (other) otherRollups.set(hourKey(other), other);
  };

  return {
    holdDevices: async (ids) => ids.map((id) => devices.get(id)?.status),
    findSensors: async (keys) =>
      keys.map(({ deviceId, name }) => devices.get(deviceId)?.sensors.get(name)),
    countSensors: async (keys) => {
      const found = await ask<SensorCount & { place: number }>(
        statements.countSensors,
        sensorRows.values(keys),
      );
      return found.sort((a, b) => a.place - b.place);
    },
    addSensors: async (keys) => {
      queue(statements.addSensors, sensorRows.values(keys));
      const added = await ask<SensorState>(statements.findSensors, sensorRows.values(keys));
      for (const sensor of added) {
        devices.get(sensor.device_id)?.sensors.set(sensor.name, sensor);
        novelty.noticeSensor(sensor);
      }
      return added;
    },
    insertReadings: async (rows) => {
      const { isNew, unknown } = novelty.judge(rows);
      const certain = rows.filter((_, index) => isNew[index]);
      if (certain.length > 0) queue(statements.insertReadings, readingRows.values(certain));
      const stored = await insertUnknown(unknown);
      return rows.map((row, index) => isNew[index] ?? stored.delete(readingKey(row)));
    },
    findReadings: async (rows) => {
      const found = await ask<ReadingRow>(statements.findReadings, readingKeys.values(rows));
      const byKey = new Map(found.map((row) => [readingKey(row), row]));
      return rows.map((row) => byKey.get(readingKey(row)));
    },
    findRollups: async (keys) => {
      const unknown = keys.filter((key) => !rollupOf(key));
      const found =
        unknown.length > 0
          ? await ask<Rollup>(statements.findRollups, hourKeys.values(unknown))
          : [];
      for (const rollup of found) otherRollups.set(hourKey(rollup), rollup);
      return keys.map(rollupOf);
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
    saveSensors: async (rows) => queue(statements.saveSensors, latestRows.values(rows)),
    saveRollups: async (rows) => {
      const old = rows.filter(rollupOf);
      const added = rows.filter((row) => !rollupOf(row));
      if (old.length > 0) queue(statements.updateRollups, rollupRows.values(old));
      if (added.length > 0) queue(statements.insertRollups, rollupRows.values(added));
      rows.forEach(noteRollup);
    },
    // All of them are, at the end: it gives them the version by which they are remembered.
    saveDeviceStatus: async () => {},
    findLastSwitches: async (keys) => {
      const found = await ask<SwitchRow & { place: number }>(
        statements.findLastSwitches,
        sensorRows.values(keys),
      );
      const byPlace = new Map(found.map(({ place, ...row }) => [place, row]));
      return keys.map((_, index) => byPlace.get(index + 1));
    },
    cancelCommands: async (keys) => queue(statements.cancelCommands, commandKeys.values(keys)),
    insertCommands: async (rows) =>
      await ask<RowKey>(statements.insertCommands, commandRows.values(rows)),
    insertAlerts: async (rows) =>
      await ask<RowKey>(statements.insertAlerts, alertRows.values(rows)),
    countPendingCommands: async (ids, now) => {
      const rows = statusesOf();
      if (rows.length === 0) return ids.map(() => 0);
      const save = { statement: statements.saveDevices, values: statusRows.values(rows) };
      const count = { statement: statements.countPendingCommands, values: pendingOf(ids, now) };
      // Whoever holds nothing yet begins with it: saving devices holds them.
      const asked = isHeld ? [...waiting, save] : [save, ...waiting];
      const results = await pipeline.finish(...asked, count);
      const [saved] = results[asked.indexOf(save)] as { version: number }[];
      for (const row of rows) row.version = saved?.version ?? row.version;
      const counts = toCounts(results.at(-1) as Count[]);
      return ids.map((id) => counts.get(id) ?? 0);
    },
  };
}

/**
 * Holds the devices of a batch until it ends and finds what there is of them. Each statement sees what
 * was committed while the first one waited for the devices, since it begins after it.
 */
export async function holdAndFind(
  pipeline: Pipeline,
  statements: Statements,
  ids: number[],
  keys: SensorKey[],
): Promise<KnownDevices> {
  const wanted = sensorRows.values(keys);
  const [devices, sensors, rollups] = await pipeline.ask(
    { statement: statements.holdDevices, values: [{ type: 'bigint', elements: ids }] },
    { statement: statements.findSensors, values: wanted },
    { statement: statements.findNewestRollups, values: wanted },
  );
  const known: KnownDevices = new Map(
    (devices as VersionedStatus[]).map((status) => [
      status.device_id,
      { status, sensors: new Map(), newestRollups: new Map() },
    ]),
  );
  for (const sensor of sensors as SensorState[]) {
    known.get(sensor.device_id)?.sensors.set(sensor.name, sensor);
  }
  for (const rollup of rollups as Rollup[]) {
    known.get(rollup.device_id)?.newestRollups.set(rollup.sensor_no, rollup);
  }
  return known;
}

/** The sensors of a batch, each once. */
export function sensorKeysOf({ readings }: Batch): SensorKey[] {
  const keys = new Map<string, SensorKey>();
  for (const { deviceId, sensorName: name } of readings) {
    keys.set(`${deviceId}/${name}`, { deviceId, name });
  }
  return [...keys.values()];
}

function pendingOf(ids: number[], now: number): PipelineValue[] {
  return [{ type: 'bigint', elements: ids }, String(now)];
}

function toCounts(rows: Count[]): Map<number, number> {
  return new Map(rows.map(({ device_id, count }) => [device_id, count]));
}

function hourKey({ device_id, sensor_no, hour }: HourKey): string {
  return `${device_id}/${sensor_no}/${hour}`;
}

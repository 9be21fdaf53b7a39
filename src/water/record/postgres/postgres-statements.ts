import type {
  Asked,
  Pipeline,
  PipelineArray,
  PipelineValue,
  PreparedStatement,
  Shard,
} from '../../../db/postgres/pipeline/pipeline.ts';
import type { SwitchRow } from '../../rules/pump-situation.ts';
import type { SourceLevel } from '../../rules/source-tank.ts';
import type {
  AsyncBatchStatements,
  HourKey,
  RowKey,
  SensorCount,
  SensorState,
} from '../batch-statements.ts';
import type { ReadingRow, Rollup } from '../rollups/rollup.ts';
import { newestRollupOf, type RememberedDevices, type VersionedStatus } from './device-memory.ts';
import { createNovelty, readingKey } from './novelty.ts';
import {
  beliefRows,
  deviceVersions,
  hourKeys,
  incidentUpdateRows,
  latestRows,
  readingKeys,
  readingRows,
  refillRows,
  rollupRows,
  sensorRows,
  statusRows,
} from './postgres-rows.ts';
import type { Statements } from './postgres-sql.ts';

type Count = { device_id: number; count: number };

/** What a batch knows of its devices before it begins. */
export type Known = {
  devices: RememberedDevices;
  /** Whether this transaction holds them, or only remembers how they were. */
  areHeld: boolean;
};

type Options = {
  /** Asks of each reading whether it is new, rather than inferring it from the latest of its sensor. */
  isCautious: boolean;
  /** Where Citus has the tables. */
  shard?: Shard | undefined;
};

/**
 * The statements of one batch on PostgreSQL. What it only writes waits for the next question, of which
 * the count of pending commands is the last. So a batch in which nothing unusual happens takes one round
 * trip and its commit where its devices are remembered, else one more.
 */
export function createBatchStatements(
  pipeline: Pipeline,
  statements: Statements,
  { devices, areHeld }: Known,
  { isCautious, shard }: Options,
): AsyncBatchStatements & { takeWaiting: () => Asked[] } {
  const novelty = createNovelty(isCautious);
  for (const { sensors } of devices.values()) {
    for (const sensor of sensors.values()) novelty.noticeSensor(sensor);
  }
  const otherRollups = new Map<string, Rollup>();
  let waiting: Asked[] = [];
  /** New readings, which are judged before they are sent. */
  const unsent = new Set<ReadingRow>();
  let isHeld = areHeld;
  let save: Asked | undefined;

  const queue = (statement: PreparedStatement, values: PipelineValue[]): void => {
    waiting.push({ statement, values });
  };
  /**
   * What was queued and is to be sent now; before it the devices are held, so that two batches never
   * wait for each other.
   */
  const takeWaiting = (): Asked[] => {
    const hold = () => ({
      statement: statements.holdRemembered,
      values: deviceVersions.values(statusesOf(devices)),
    });
    const asked = isHeld ? waiting : [hold(), ...waiting];
    if (unsent.size > 0) {
      asked.push({ statement: statements.insertReadings, values: readingRows.values([...unsent]) });
      unsent.clear();
    }
    isHeld = true;
    waiting = [];
    return asked;
  };
  const ask = async <R>(statement: PreparedStatement, values: PipelineValue[]): Promise<R[]> => {
    const asked = [...takeWaiting(), { statement, values }];
    const results = await pipeline.ask(...asked);
    if (save && asked.includes(save)) noteVersion(results[asked.indexOf(save)]);
    return (results.at(-1) ?? []) as R[];
  };

  /** One PostgreSQL numbers new rows by itself. */
  const newRows = async (
    table: keyof Statements['rowsOf'],
    rows: object[],
  ): Promise<PipelineArray[]> => {
    const ids = await shard?.takeIds(table, rows.length);
    const numbered = ids ? rows.map((row, index) => ({ ...row, id: ids[index] })) : rows;
    return statements.rowsOf[table].values(numbered as never[]);
  };

  const noteVersion = (rows: unknown[] | undefined): void => {
    const [saved] = rows as { version: number }[];
    for (const status of statusesOf(devices)) status.version = saved?.version ?? status.version;
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
  /** What is there is updated, on whichever shelf it lies. */
  const noteFound = (found: Rollup[]): void => {
    for (const rollup of found) otherRollups.set(hourKey(rollup), rollup);
  };
  const noteRollup = (rollup: Rollup): void => {
    const newest = devices.get(rollup.device_id)?.newestRollups;
    const known = newest?.get(rollup.sensor_no);
    const isNewest = newest !== undefined && (!known || known.hour <= rollup.hour);
    if (isNewest) newest.set(rollup.sensor_no, rollup);
    const other = isNewest ? known : rollup;
    if (other) otherRollups.set(hourKey(other), other);
  };

  return {
    takeWaiting,
    findDevices: async (ids) => ids.map((id) => devices.get(id)?.status),
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
      const { isNew, unknown } = novelty.tellApart(rows);
      const stored = await insertUnknown(unknown);
      rows.forEach((row, index) => {
        if (isNew[index]) unsent.add(row);
      });
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
      noteFound(found);
      return keys.map(rollupOf);
    },
    findRollupBefore: async ({ device_id, sensor_no, hour }) => {
      const [rollup] = await ask<Rollup>(
        statements.findRollupBefore,
        [device_id, sensor_no, hour].map(String),
      );
      return rollup;
    },
    findRollupsFrom: async ({ device_id, sensor_no, hour }, limit) => {
      const of = [device_id, sensor_no, hour, limit].map(String);
      const found = await ask<Rollup>(statements.findRollupsFrom, of);
      noteFound(found.filter((rollup) => !rollupOf(rollup)));
      return found;
    },
    findReadingsBetween: async ({ device_id, sensor_no, hour }, end) =>
      await ask(statements.findReadingsBetween, [device_id, sensor_no, hour, end].map(String)),
    saveBeliefs: async (rows) => {
      const sent = rows.filter((row) => !unsent.has(row));
      if (sent.length > 0) queue(statements.saveBeliefs, beliefRows.values(sent));
    },
    saveSensors: async (rows) => queue(statements.saveSensors, latestRows.values(rows)),
    saveRollups: async (rows) => {
      const statementFor = (row: Rollup) => {
        if (!rollupOf(row)) return statements.insertRollups;
        return novelty.isNewestHour(row)
          ? statements.updateNewestRollups
          : statements.updateRollups;
      };
      for (const [statement, some] of Map.groupBy(rows, statementFor)) {
        queue(statement, rollupRows.values(some));
      }
      rows.forEach(noteRollup);
    },
    deleteRefills: async (keys) => queue(statements.deleteRefills, hourKeys.values(keys)),
    insertRefills: async (rows) => queue(statements.insertRefills, refillRows.values(rows)),
    // All of them, since the version that they have by it stands for all that is remembered of them.
    saveDeviceStatus: async () => {
      save = { statement: statements.saveDevices, values: statusRows.values(statusesOf(devices)) };
      // Whoever holds nothing yet begins with it: saving devices holds them.
      waiting = isHeld ? [...waiting, save] : [save, ...waiting];
      isHeld = true;
    },
    findLastSwitches: async (keys) => {
      const found = await ask<SwitchRow & { place: number }>(
        statements.findLastSwitches,
        sensorRows.values(keys),
      );
      const byPlace = new Map(found.map(({ place, ...row }) => [place, row]));
      return keys.map((_, index) => byPlace.get(index + 1));
    },
    supersedeSwitches: async (keys, now) =>
      await ask<RowKey>(statements.supersedeSwitches, [...sensorRows.values(keys), String(now)]),
    findLastRefills: async ({ device_id, sensor_no }) =>
      await ask(statements.findLastRefills, [device_id, sensor_no].map(String)),
    findSource: async ({ deviceId, name }) => {
      const [source] = await ask<SourceLevel>(statements.findSource, [String(deviceId), name]);
      return source;
    },
    insertCommands: async (rows) =>
      await ask<RowKey>(statements.insertCommands, await newRows('pump_commands', rows)),
    insertIncidents: async (rows) =>
      await ask<RowKey>(statements.insertIncidents, await newRows('incidents', rows)),
    updateIncidents: async (rows) =>
      await ask<RowKey>(statements.updateIncidents, incidentUpdateRows.values(rows)),
    countPendingCommands: async (ids, now) => {
      if (ids.length === 0) return [];
      const of = [{ type: 'bigint', elements: ids } as const, String(now)];
      const found = await ask<Count>(statements.countPendingCommands, of);
      const counts = new Map(found.map(({ device_id, count }) => [device_id, count]));
      return ids.map((id) => counts.get(id) ?? 0);
    },
  };
}

function statusesOf(devices: RememberedDevices): VersionedStatus[] {
  return [...devices.values()].map(({ status }) => status);
}

function hourKey({ device_id, sensor_no, hour }: HourKey): string {
  return `${device_id}/${sensor_no}/${hour}`;
}

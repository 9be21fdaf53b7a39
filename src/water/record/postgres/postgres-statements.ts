import type { Pipeline, PipelineArray, Shard } from '../../../db/pipeline.ts';
import type { SwitchRow } from '../../pumps/pump-situation.ts';
import type { SourceLevel } from '../../pumps/source-tank.ts';
import type { RowKey } from '../../row-key.ts';
import type {
  AsyncBatchStatements,
  SensorCount,
  SensorState,
  StretchSpan,
  UpdatedIncident,
} from '../batch-statements.ts';
import { readingKey } from '../find-new.ts';
import type { ReadingRow, Rollup } from '../rollups/rollup.ts';
import type { RememberedDevices } from './device-memory.ts';
import {
  beliefRows,
  hourKeys,
  incidentUpdateRows,
  latestRows,
  readingKeys,
  readingRows,
  readingSpans,
  refillRows,
  rollupRows,
  type StretchText,
  sensorRows,
  stretchKeys,
  stretchRows,
} from './postgres-rows.ts';
import type { Statements } from './postgres-sql.ts';
import { createRollupMemory, noteNewestHours } from './rollup-memory.ts';
import { fromText, toText } from './stretch-sql.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';

type Count = { device_id: number; count: number };

/**
 * What a batch has its knowledge of devices and readings from, which each trusts less than the one before:
 * - `remembered`: from an earlier batch; it fails with `outdated` where a device was written since;
 * - `looked-up`: its transaction holds the devices and has found all that is asked of them;
 * - `cautious`: the same, and of each reading it asks whether it is new, rather than inferring it from
 *   the latest of its sensor.
 */
export type Basis = 'remembered' | 'looked-up' | 'cautious';

/** What a batch knows of its devices before it begins. */
type Known = { devices: RememberedDevices; basis: Basis };

/**
 * The statements of one batch on PostgreSQL. What it only writes waits for the next question, or for
 * `commit`. So a batch in which nothing unusual happens takes one round trip, with the count of pending
 * commands, and its commit where its devices are remembered, else one more.
 * @param shard where Citus has the tables.
 */
export function createBatchStatements(
  pipeline: Pipeline,
  statements: Statements,
  { devices, basis }: Known,
  shard?: Shard,
): AsyncBatchStatements & Pick<WriteQueue, 'commit'> {
  const queue = createWriteQueue(pipeline, statements, {
    devices,
    areHeld: basis !== 'remembered',
  });
  const { ask } = queue;
  const rollups = createRollupMemory(devices);
  const isNewestHour = noteNewestHours(devices);

  /** One PostgreSQL numbers new rows by itself. */
  const newRows = async (
    table: keyof Statements['rowsOf'],
    rows: object[],
  ): Promise<PipelineArray[]> => {
    const ids = await shard?.takeIds(table, rows.length);
    const numbered = ids ? rows.map((row, index) => ({ ...row, id: ids[index] })) : rows;
    return statements.rowsOf[table].values(numbered as never[]);
  };

  return {
    commit: queue.commit,
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
      queue.add(statements.addSensors, sensorRows.values(keys));
      const added = await ask<SensorState>(statements.findSensors, sensorRows.values(keys));
      for (const sensor of added) {
        devices.get(sensor.device_id)?.sensors.set(sensor.name, sensor);
      }
      return added;
    },
    insertReadings: async (rows) => queue.add(statements.insertReadings, readingRows.values(rows)),
    findReadings: async (rows) => {
      const found = await ask<ReadingRow>(statements.findReadings, readingKeys.values(rows));
      const byKey = new Map(found.map((row) => [readingKey(row), row]));
      return rows.map((row) => byKey.get(readingKey(row)));
    },
    findRollups: async (keys) => {
      const unknown = keys.filter((key) => !rollups.recall(key));
      const found =
        unknown.length > 0
          ? await ask<Rollup>(statements.findRollups, hourKeys.values(unknown))
          : [];
      rollups.noteFound(found);
      return keys.map(rollups.recall);
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
      rollups.noteFound(found);
      return found;
    },
    findReadingsBetween: async ({ device_id, sensor_no, begun_at, ended_at }) =>
      await ask(
        statements.findReadingsBetween,
        [device_id, sensor_no, begun_at, ended_at].map(String),
      ),
    findReadingsIn: async (spans, limit) =>
      await ask(statements.findReadingsIn, [...readingSpans.values(spans), String(limit)]),
    findStretchSpans: async (instants) => {
      const found = await ask<StretchSpan & { place: number }>(
        statements.findStretchSpans,
        readingKeys.values(instants),
      );
      return found.sort((a, b) => a.place - b.place);
    },
    findStretches: async (keys) =>
      (await ask<StretchText>(statements.findStretches, stretchKeys.values(keys))).map(fromText),
    saveStretches: async (stretches) =>
      queue.add(statements.saveStretches, stretchRows.values(stretches.map(toText))),
    findCorrections: async ({ device_id, sensor_no, hour }) =>
      await ask(statements.findCorrections, [device_id, sensor_no, hour].map(String)),
    saveBeliefs: async (rows) => queue.add(statements.saveBeliefs, beliefRows.values(rows)),
    saveSensors: async (rows) => queue.add(statements.saveSensors, latestRows.values(rows)),
    saveRollups: async (rows) => {
      const statementFor = (row: Rollup) => {
        if (!rollups.recall(row)) return statements.insertRollups;
        return isNewestHour(row) ? statements.updateNewestRollups : statements.updateRollups;
      };
      for (const [statement, some] of Map.groupBy(rows, statementFor)) {
        queue.add(statement, rollupRows.values(some));
      }
      rollups.noteSaved(rows);
    },
    deleteRefills: async (keys) => queue.add(statements.deleteRefills, hourKeys.values(keys)),
    insertRefills: async (rows) => queue.add(statements.insertRefills, refillRows.values(rows)),
    // Of all devices of the batch, since their version is that of what is remembered of them.
    saveDeviceStatus: async () => queue.saveDeviceStatus(),
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
    findHoursOfDevice: async (deviceId, { from, until }) =>
      await ask(statements.findHoursOfDevice, [deviceId, from, until].map(String)),
    isOnlySource: async ({ deviceId, name }, packed) => {
      const found = await ask(statements.isOnlySource, [String(deviceId), name, packed]);
      return found.length > 0;
    },
    findSource: async ({ deviceId, name }) => {
      const [source] = await ask<SourceLevel>(statements.findSource, [String(deviceId), name]);
      return source;
    },
    insertCommands: async (rows) =>
      await ask<RowKey>(statements.insertCommands, await newRows('pump_commands', rows)),
    insertIncidents: async (rows) =>
      await ask<RowKey>(statements.insertIncidents, await newRows('incidents', rows)),
    updateIncidents: async (rows) =>
      await ask<UpdatedIncident>(statements.updateIncidents, incidentUpdateRows.values(rows)),
    countPendingCommands: async (ids, now) => {
      if (ids.length === 0) return [];
      const of = [{ type: 'bigint', elements: ids } as const, String(now)];
      const found = await ask<Count>(statements.countPendingCommands, of);
      const counts = new Map(found.map(({ device_id, count }) => [device_id, count]));
      return ids.map((id) => counts.get(id) ?? 0);
    },
  };
}

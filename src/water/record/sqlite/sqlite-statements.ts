import type { BatchStatements, SensorKey, SensorState } from '../batch-statements.ts';
import type { ReadingRow } from '../rollups/rollup.ts';
import { configColumns } from '../row-columns.ts';
import type { SqliteStatements } from './sqlite-sql.ts';

type Config = Pick<SensorState, (typeof configColumns)[number]>;

const noConfig = Object.fromEntries(configColumns.map((column) => [column, null])) as Config;

/** What batches ask for, answered by SQLite a row at a time. */
export function createBatchStatements(tables: SqliteStatements): BatchStatements {
  const findSensor = (key: SensorKey): SensorState | undefined => {
    const sensor = tables.findSensor(key);
    return sensor && { ...sensor, ...(tables.findConfig(key) ?? noConfig) };
  };
  const addSensor = (key: SensorKey): SensorState => {
    tables.addSensor(key);
    const sensor = findSensor(key);
    if (!sensor) throw new Error('a sensor that was added is there');
    return sensor;
  };

  return {
    findDevices: (ids) => ids.map(tables.findDevice),
    findSensors: (keys) => keys.map(findSensor),
    countSensors: (keys) => keys.map(tables.countSensors),
    addSensors: (keys) => keys.map(addSensor),
    insertReadings: (rows) => rows.forEach(tables.insertReading),
    findReadings: (rows) => rows.map(tables.findReading),
    findReadingsBetween: tables.findReadingsBetween,
    findReadingsIn: (spans, limit) => {
      const found: ReadingRow[] = [];
      for (const span of spans) {
        const left = limit - found.length;
        if (left === 0) break;
        found.push(...tables.findReadingsBetween(span, left));
      }
      return found;
    },
    findStretchSpans: (instants) => instants.map(tables.findStretchSpan),
    findStretches: (keys) => keys.flatMap((key) => tables.findStretch(key) ?? []),
    saveStretches: (stretches) => stretches.forEach(tables.saveStretch),
    findCorrections: tables.findCorrections,
    saveBeliefs: (rows) => rows.forEach(tables.saveBelief),
    findRollups: (keys) => keys.map(tables.findRollup),
    findRollupBefore: tables.findRollupBefore,
    findRollupsFrom: tables.findRollupsFrom,
    saveSensors: (rows) => rows.forEach(tables.saveSensor),
    saveRollups: (rows) => rows.forEach(tables.saveRollup),
    deleteRefills: (keys) => keys.forEach(tables.deleteRefills),
    insertRefills: (rows) => rows.forEach(tables.insertRefill),
    saveDeviceStatus: (rows) => rows.forEach(tables.saveDevice),
    findLastSwitches: (keys) => keys.map(tables.findLastSwitch),
    supersedeSwitches: (keys, now) => keys.flatMap((key) => tables.supersedeSwitches(key, now)),
    findLastRefills: tables.findLastRefills,
    findHoursOfDevice: tables.findHoursOfDevice,
    isOnlySource: tables.isOnlySource,
    findSource: tables.findSource,
    insertCommands: (rows) => rows.map(tables.insertCommand),
    insertIncidents: (rows) => rows.map(tables.insertIncident),
    updateIncidents: (rows) => rows.flatMap(tables.updateIncident),
    countPendingCommands: (ids, now) => ids.map((id) => tables.countPending(id, now)),
  };
}

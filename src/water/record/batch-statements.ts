import type { Insertable, Selectable } from 'kysely';
import type { DeviceStatusTable } from '../../db/tables/device-tables.ts';
import type { IncidentsTable } from '../../db/tables/incident-tables.ts';
import type { SensorsTable } from '../../db/tables/tank-tables.ts';
import type { CorrectedStretch } from '../ledger/corrected-stretch.ts';
import type { RefillRow } from '../ledger/refill-row.ts';
import type { SwitchRow } from '../pumps/pump-situation.ts';
import type { HourOfSensor, NewSwitch } from '../pumps/pump-switch.ts';
import type { SourceLevel } from '../pumps/source-tank.ts';
import type { Stretch } from '../readings/packed/stretches.ts';
import type { RowKey } from '../row-key.ts';
import type { ReadingRow, Rollup } from './rollups/rollup.ts';

export type DeviceStatus = Selectable<DeviceStatusTable>;
export type Sensor = Selectable<SensorsTable>;
export type SensorKey = { deviceId: number; name: string };
export type SensorConfig = {
  capacity: number;
  high_threshold: number;
  low_threshold: number;
  /** As JSON. */
  tank: string | null;
  /** See `water/incidents/muted-kinds.ts`. */
  muted_kinds: string;
  pump_max_minutes: number | null;
  pump_rest_minutes: number | null;
  pump_litres_per_hour: number | null;
  /** As JSON. */
  fills_from: string | null;
  tank_changed_at: number | null;
};
/** A sensor with its configuration, where it has one. */
export type SensorState = Sensor & { [K in keyof SensorConfig]: SensorConfig[K] | null };
/** What a device has before a sensor is added to it, by the name of that sensor. */
export type SensorCount = {
  /** Sensors that the device has, those that are only configured included. */
  known: number;
  /** 1 where the sensor is one of the latter, else 0. */
  configured: number;
};
/** An hour of a sensor, by the instant at which it begins. */
export type HourKey = { device_id: number; sensor_no: number; hour: number };
/** A change of the incident that has the device, sensor, kind and `created_at`; facts and `raised_at` stay where null. */
export type IncidentUpdate = {
  device_id: number;
  sensor_name: string | null;
  kind: string;
  created_at: number;
  severity: string;
  facts: string | null;
  raised_at: number | null;
  resolved_at: number | null;
};
export type UpdatedIncident = RowKey & Pick<IncidentUpdate, 'sensor_name' | 'kind' | 'created_at'>;
/** A refill by what tells how fast it was. */
export type RefillSpan = {
  level_before: number;
  level_after: number;
  begun_at: number;
  ended_at: number;
};
/** Readings of a sensor of `[begun_at, ended_at)`. */
export type ReadingSpan = SensorNumber & { begun_at: number; ended_at: number };
/** An instant of a sensor. */
export type Instant = SensorNumber & { recorded_at: number };
/** Where a stretch and the next one start; null where all stretches of the sensor are later, or none is. */
export type StretchSpan = { start_at: number | null; end_at: number | null };
export type StretchKey = Pick<Stretch, 'device_id' | 'sensor_no' | 'start_at'>;
export type SensorNumber = { device_id: number; sensor_no: number };
/**
 * The statements that a batch is made of, each over many rows at once: SQLite runs them row by row,
 * PostgreSQL by arrays. Lists come back in the order of their keys, `undefined` where a key
 * has no row.
 */
export type BatchStatements = {
  /** The status rows of devices that still exist, locked until the commit where others write them too. */
  findDevices: (ids: number[]) => (DeviceStatus | undefined)[];
  findSensors: (keys: SensorKey[]) => (SensorState | undefined)[];
  countSensors: (keys: SensorKey[]) => SensorCount[];
  /** Makes sensors, each numbered on from the last one of its device; they come back in any order. */
  addSensors: (keys: SensorKey[]) => SensorState[];
  /** Stores new readings that are not packed; this and the next ones are asked by `StoredReadings`. */
  insertReadings: (rows: ReadingRow[]) => void;
  findReadings: (rows: ReadingRow[]) => (ReadingRow | undefined)[];
  findRollups: (keys: HourKey[]) => (Rollup | undefined)[];
  /** The last rollup of the sensor before the hour. */
  findRollupBefore: (key: HourKey) => Rollup | undefined;
  /** Up to `limit` rollups of the sensor from the hour on, in order. */
  findRollupsFrom: (key: HourKey, limit: number) => Rollup[];
  /** The readings of a span in the order of time. */
  findReadingsBetween: (span: ReadingSpan) => ReadingRow[];
  /** The readings of some spans, which do not overlap and are in the order of time; at most `limit`. */
  findReadingsIn: (spans: ReadingSpan[], limit: number) => ReadingRow[];
  /** The stretch to which each instant of a sensor belongs. */
  findStretchSpans: (instants: Instant[]) => StretchSpan[];
  /** In any order. */
  findStretches: (keys: StretchKey[]) => Stretch[];
  /** Saves stretches in place of those with the same starts. */
  saveStretches: (stretches: Stretch[]) => void;
  /** The stretches of the sensor that end in the hour or later, and in which nothing is to be booked. */
  findCorrections: (key: HourKey) => CorrectedStretch[];
  /** Saves what the ledger believes of readings that are stored. */
  saveBeliefs: (rows: ReadingRow[]) => void;
  saveSensors: (rows: SensorState[]) => void;
  saveRollups: (rows: Rollup[]) => void;
  /** Deletes the refills that belong to some hours. */
  deleteRefills: (keys: HourKey[]) => void;
  insertRefills: (rows: RefillRow[]) => void;
  /** Saves at least these rows; PostgreSQL all of the batch, as they are when it is asked to. */
  saveDeviceStatus: (changed: DeviceStatus[]) => void;
  /** The last `on` or `off` of each sensor. */
  findLastSwitches: (keys: SensorKey[]) => (SwitchRow | undefined)[];
  /** Cancels the `on` and `off` that still wait for the pumps of some sensors. */
  supersedeSwitches: (keys: SensorKey[], now: number) => RowKey[];
  /** The last refills of the sensor, some twenty. */
  findLastRefills: (sensor: SensorNumber) => RefillSpan[];
  /** The hours of a device's sensors from one up to another, each sensor's in their order. */
  findHoursOfDevice: (deviceId: number, hours: { from: number; until: number }) => HourOfSensor[];
  /**
   * True if a pump of the device takes its water from the sensor's tank, and the sensor has no pump that is kept by
   * a schedule or by `auto`, or that the server has switched on. @param packed that tank, as configurations store it
   */
  isOnlySource: (key: SensorKey, packed: string) => boolean;
  findSource: (key: SensorKey) => SourceLevel | undefined;
  insertCommands: (rows: NewSwitch[]) => RowKey[];
  insertIncidents: (rows: Insertable<IncidentsTable>[]) => RowKey[];
  /** Of those that are still there. */
  updateIncidents: (rows: IncidentUpdate[]) => UpdatedIncident[];
  countPendingCommands: (ids: number[], now: number) => number[];
};

type Name = keyof BatchStatements;
type Call = { name: Name; args: unknown[] };

/** A piece of a batch: it asks for statements and is given their results. */
export type BatchWork<T> = Generator<Call, T, unknown>;

/** Asks for one statement: `const rows = yield* ask('findRollups', keys)`. */
export function* ask<N extends Name>(
  name: N,
  ...args: Parameters<BatchStatements[N]>
): BatchWork<ReturnType<BatchStatements[N]>> {
  return (yield { name, args }) as ReturnType<BatchStatements[N]>;
}

export type AsyncBatchStatements = {
  [N in Name]: (...args: Parameters<BatchStatements[N]>) => Promise<ReturnType<BatchStatements[N]>>;
};

/**
 * A step of a batch failed by itself, and no statement: over a row that it cannot read, or by a fault of ours. Such an
 * error is about what is in the batch, and not about storage.
 */
class StepError extends Error {
  readonly code = 'BATCH_STEP_FAILED';
}

/** Goes on to the next statement of a batch, or to its end. */
function goOn<T>(work: BatchWork<T>, answer?: unknown) {
  try {
    return work.next(answer);
  } catch (error) {
    // One with a code says by itself what it is about.
    if ((error as { code?: unknown }).code !== undefined) throw error;
    throw new StepError(`a step of the batch failed: ${error}`, { cause: error });
  }
}

/** Runs a batch on an engine that answers at once. */
export function runBatch<T>(work: BatchWork<T>, statements: BatchStatements): T {
  let step = goOn(work);
  while (!step.done) {
    const run = statements[step.value.name] as (...args: unknown[]) => unknown;
    step = goOn(work, run(...step.value.args));
  }
  return step.value;
}

/** Runs a batch on an engine at the other end of a connection. */
export async function runBatchAsync<T>(
  work: BatchWork<T>,
  statements: AsyncBatchStatements,
): Promise<T> {
  let step = goOn(work);
  while (!step.done) {
    const run = statements[step.value.name] as (...args: unknown[]) => Promise<unknown>;
    step = goOn(work, await run(...step.value.args));
  }
  return step.value;
}

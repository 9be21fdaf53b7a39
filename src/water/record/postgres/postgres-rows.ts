import type { Insertable } from 'kysely';
import type { ElementType, PipelineArray } from '../../../db/postgres/pipeline/pipeline.ts';
import type { IncidentsTable } from '../../../db/tables/incident-tables.ts';
import type { RefillRow } from '../../ledger/refill-row.ts';
import type { NewSwitch } from '../../rules/pump-switch.ts';
import type {
  DeviceStatus,
  HourKey,
  IncidentUpdate,
  SensorKey,
  SensorState,
} from '../batch-statements.ts';
import type { ReadingRow, Rollup } from '../rollups/rollup.ts';
import {
  beliefColumns,
  incidentUpdateColumns,
  latestColumns,
  measuredColumns,
  newCommandColumns,
  newIncidentColumns,
  refillColumns,
  rolledUpColumns,
  statusColumns,
} from '../row-columns.ts';

const incidentTexts = ['kind', 'facts', 'type', 'severity', 'source'] as const;

/** Columns that are no doubles; a number is cast to the type of the column that it is put into. */
const types: Record<string, ElementType> = {
  version: 'xid',
  device_id: 'bigint',
  deviceId: 'bigint',
  id: 'bigint',
  sensor_no: 'integer',
  recorded_at: 'bigint',
  hour: 'bigint',
  name: 'text',
  watch: 'text',
  pump_state: 'text',
  pump_check_at: 'bigint',
  tracker: 'text',
  begun_at: 'bigint',
  created_at: 'bigint',
  raised_at: 'bigint',
  resolved_at: 'bigint',
  sensor_name: 'text',
};

/**
 * Rows as a statement sees them: an array for each column, the device first. That one is unnested, the
 * others are subscripted with the place `i`: `unnest` of a dozen arrays costs far more; see decision 17.
 * What gives `first` and `i` stands in `postgres-sql.ts`.
 */
function rowSet<R extends object>(
  columns: readonly (keyof R & string)[],
  texts: readonly string[] = [],
) {
  const typeOf = (name: keyof R & string) =>
    texts.includes(name) ? 'text' : (types[name] ?? 'double');
  const sqlTypeOf = (name: keyof R & string) =>
    typeOf(name) === 'double' ? 'double precision' : typeOf(name);
  const at = (name: keyof R & string) =>
    name === columns[0] ? 'first' : `($${columns.indexOf(name) + 1}::${sqlTypeOf(name)}[])[i]`;
  return {
    names: columns.map((name) => `"${name}"`).join(', '),
    elements: columns.map(at).join(', '),
    /** The value of a column in the row at `i`. */
    at,
    /** `column = value, …` of the columns that are no key. */
    assigned: (...keys: (keyof R & string)[]) =>
      columns
        .filter((name) => !keys.includes(name))
        .map((name) => `"${name}" = ${at(name)}`)
        .join(', '),
    /** As `assigned`, in a statement where the columns of the row go by `excluded`. */
    excluded: (...keys: (keyof R & string)[]) =>
      columns
        .filter((name) => !keys.includes(name))
        .map((name) => `"${name}" = excluded."${name}"`)
        .join(', '),
    values: (rows: readonly R[]): PipelineArray[] =>
      columns.map((name) => {
        const elements = rows.map((row) => row[name] ?? null);
        return { type: typeOf(name), elements: elements as PipelineArray['elements'] };
      }),
  };
}

const ofSensor = ['device_id', 'sensor_no'] as const;

export const sensorRows = rowSet<SensorKey>(['deviceId', 'name']);
export const readingRows = rowSet<ReadingRow>([...ofSensor, ...measuredColumns]);
export const latestRows = rowSet<SensorState>([...ofSensor, ...latestColumns]);
export const readingKeys = rowSet<ReadingRow>([...ofSensor, 'recorded_at']);
export const beliefRows = rowSet<ReadingRow>([...ofSensor, 'recorded_at', ...beliefColumns]);
export const refillRows = rowSet<RefillRow>([...ofSensor, ...refillColumns]);
export const hourKeys = rowSet<HourKey>([...ofSensor, 'hour']);
export const rollupRows = rowSet<Rollup>([...ofSensor, ...rolledUpColumns]);
/** A device as it was last seen: by the number of the transaction that wrote its status row. */
export type DeviceVersion = { device_id: number; version: number };
export const deviceVersions = rowSet<DeviceVersion>(['device_id', 'version']);
export const statusRows = rowSet<DeviceStatus & DeviceVersion>([
  'device_id',
  'version',
  'seen_about',
  ...statusColumns,
]);

type NewIncident = Insertable<IncidentsTable>;
type Numbered = { id: number };

const commandTexts = ['command', 'status', 'source'];

/** New rows of tables whose rows PostgreSQL numbers. */
export const unnumberedRows = {
  pump_commands: rowSet<NewSwitch>(newCommandColumns, commandTexts),
  incidents: rowSet<NewIncident>(newIncidentColumns, incidentTexts),
};
/** The same with the numbers that were taken for them. */
export const numberedRows = {
  pump_commands: rowSet<NewSwitch & Numbered>([...newCommandColumns, 'id'], commandTexts),
  incidents: rowSet<NewIncident & Numbered>([...newIncidentColumns, 'id'], incidentTexts),
};
export const incidentUpdateRows = rowSet<IncidentUpdate>(incidentUpdateColumns, incidentTexts);

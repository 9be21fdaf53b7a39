import type { Insertable } from 'kysely';
import type { ElementType, PipelineArray } from '../../../db/pipeline.ts';
import type { IncidentsTable } from '../../../db/tables/incident-tables.ts';
import type { RefillRow } from '../../ledger/refill-row.ts';
import type { NewSwitch } from '../../pumps/pump-switch.ts';
import type { Stretch } from '../../readings/packed/stretches.ts';
import type {
  DeviceStatus,
  HourKey,
  IncidentUpdate,
  Instant,
  ReadingSpan,
  SensorKey,
  SensorState,
  StretchKey,
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
  stretchColumns,
} from '../row-columns.ts';

/** Numbers that are no doubles; a number is cast to the type of the column that it is put into. */
const numberTypes: Record<string, Exclude<ElementType, 'text'>> = {
  version: 'xid',
  device_id: 'bigint',
  deviceId: 'bigint',
  id: 'bigint',
  sensor_no: 'integer',
  recorded_at: 'bigint',
  start_at: 'bigint',
  last_at: 'bigint',
  hour: 'bigint',
  pump_check_at: 'bigint',
  begun_at: 'bigint',
  ended_at: 'bigint',
  created_at: 'bigint',
  raised_at: 'bigint',
  resolved_at: 'bigint',
};

/** The columns of a row that hold texts. */
type TextColumn<R> = {
  [K in keyof R & string]: NonNullable<R[K]> extends string ? K : never;
}[keyof R & string];

/** Nothing where a row has no texts, else exactly the columns that have them, or it does not compile. */
type Texts<R> = [TextColumn<R>] extends [never] ? [] : [Record<TextColumn<R>, 'text'>];

/**
 * Rows as a statement sees them: an array for each column, the device first. That one is unnested, the
 * others are subscripted with the place `i`: `unnest` of a dozen arrays costs far more; see decision 17.
 * What gives `first` and `i` stands in `postgres-sql.ts`.
 */
function arrayRows<R extends object>(columns: readonly (keyof R & string)[], ...[texts]: Texts<R>) {
  const types: Record<string, ElementType | undefined> = { ...numberTypes, ...texts };
  const typeOf = (name: keyof R & string) => types[name] ?? 'double';
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
type SensorColumn = (typeof ofSensor)[number];

export const sensorRows = arrayRows<SensorKey>(['deviceId', 'name'], { name: 'text' });
export const readingRows = arrayRows<ReadingRow>([...ofSensor, ...measuredColumns]);
export const latestRows = arrayRows<
  Pick<SensorState, SensorColumn | (typeof latestColumns)[number]>
>([...ofSensor, ...latestColumns], { watch: 'text', pump_state: 'text' });
export const readingSpans = arrayRows<ReadingSpan>([...ofSensor, 'begun_at', 'ended_at']);
export const readingKeys = arrayRows<Instant>([...ofSensor, 'recorded_at']);
/** A stretch with its bytes as hexadecimal digits. */
export type StretchText = Omit<Stretch, 'body'> & { body: string };
export const stretchRows = arrayRows<StretchText>(stretchColumns, { body: 'text' });
export const stretchKeys = arrayRows<StretchKey>([...ofSensor, 'start_at']);
export const beliefRows = arrayRows<ReadingRow>([...ofSensor, 'recorded_at', ...beliefColumns]);
export const refillRows = arrayRows<RefillRow>([...ofSensor, ...refillColumns]);
export const hourKeys = arrayRows<HourKey>([...ofSensor, 'hour']);
export const rollupRows = arrayRows<Rollup>([...ofSensor, ...rolledUpColumns], { tracker: 'text' });
/** A device as it was last seen: by the number of the transaction that wrote its status row. */
export type DeviceVersion = { device_id: number; version: number };
export const deviceVersions = arrayRows<DeviceVersion>(['device_id', 'version']);
export const statusRows = arrayRows<DeviceStatus & DeviceVersion>(
  ['device_id', 'version', 'silent_about', ...statusColumns],
  { watch: 'text', rhythm: 'text', clock: 'text', boots: 'text', signed: 'text' },
);

type NewCommand = Pick<NewSwitch, (typeof newCommandColumns)[number]>;
type NewIncident = Pick<Insertable<IncidentsTable>, (typeof newIncidentColumns)[number]>;
type Numbered = { id: number };

const commandTexts = {
  sensor_name: 'text',
  command: 'text',
  status: 'text',
  source: 'text',
} as const;
const updateTexts = {
  sensor_name: 'text',
  kind: 'text',
  severity: 'text',
  facts: 'text',
} as const;
const incidentTexts = { ...updateTexts, type: 'text', source: 'text' } as const;

/** New rows of tables whose rows PostgreSQL numbers. */
export const unnumberedRows = {
  pump_commands: arrayRows<NewCommand>(newCommandColumns, commandTexts),
  incidents: arrayRows<NewIncident>(newIncidentColumns, incidentTexts),
};
/** The same with the numbers that were taken for them. */
export const numberedRows = {
  pump_commands: arrayRows<NewCommand & Numbered>([...newCommandColumns, 'id'], commandTexts),
  incidents: arrayRows<NewIncident & Numbered>([...newIncidentColumns, 'id'], incidentTexts),
};
export const incidentUpdateRows = arrayRows<IncidentUpdate>(incidentUpdateColumns, updateTexts);

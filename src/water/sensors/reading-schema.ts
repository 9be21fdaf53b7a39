import { Type } from 'typebox';
import type { Flag } from '../../db/flag.ts';
import { Instant, Nullable, OneOf, type Static } from '../../kit/api/schema.ts';
import { PumpStatus, readingSources, readingStatuses, Status } from '../fields.ts';
import type { ReadingRow } from '../record/rollup.ts';
import { type InstantTexts, instantTexts } from './history/instant-texts.ts';

/** A reading as it is answered; `null` where the sender left a field out. */
export const Reading = Type.Object({
  id: Type.String({ description: 'Stable: made of the device, the sensor and the instant.' }),
  device_id: Type.String(),
  sensor_name: Type.String(),
  level: Type.Number({ description: 'Percent, 0 to 100.' }),
  level_cm: Nullable(Type.Number()),
  volume: Nullable(Type.Number({ description: 'Litres.' })),
  temperature: Nullable(Type.Number()),
  pump_status: Nullable(PumpStatus),
  latitude: Nullable(Type.Number()),
  longitude: Nullable(Type.Number()),
  status: Status,
  source: OneOf(readingSources),
  recorded_at: Instant,
});
export type Reading = Static<typeof Reading>;

/** A row of `readings` with the name of its sensor. */
export type NamedReadingRow = ReadingRow & { sensor_name: string };

/**
 * The same reading always has the same id: nothing has to be counted, and a repeat is recognised. The
 * members stand in the order of the schema, since a line of CSV is made of their values.
 * @param texts how instants are written; whoever writes thousands brings a faster way.
 */
export function presentReading(
  row: NamedReadingRow,
  { iso, base36 }: InstantTexts = instantTexts,
): Reading {
  return {
    id: `${row.device_id}-${row.sensor_no}-${base36(row.recorded_at)}`,
    device_id: String(row.device_id),
    sensor_name: row.sensor_name,
    level: row.level,
    level_cm: row.level_cm,
    volume: row.volume,
    temperature: row.temperature,
    pump_status: pumpStatusOf(row.pump),
    latitude: row.latitude,
    longitude: row.longitude,
    status: statusOf(row.status),
    source: sourceOf(row.source),
    recorded_at: iso(row.recorded_at),
  };
}

/** The words for what is stored as numbers. */
export const pumpStatusOf = (pump: Flag | null) =>
  pump === null ? null : pump === 1 ? 'on' : 'off';
export const statusOf = (status: number) => readingStatuses[status] ?? 'normal';
export const sourceOf = (source: number) => readingSources[source] ?? 'device';

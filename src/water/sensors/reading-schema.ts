import { Type } from 'typebox';
import { readingFieldList } from '../../db/tables/reading-fields.ts';
import { Instant, Named, type Static } from '../../kit/api/schema/schema.ts';
import { answeredFields } from '../reading-field-schemas.ts';
import { presenterOf, type ToldValue } from '../reading-values.ts';
import type { ReadingRow } from '../record/rollups/rollup.ts';
import { type InstantTexts, instantTexts } from './history/instant-texts.ts';

/** Reading in an answer; `null` for fields that the sender left out. */
export const Reading = Named(
  'Reading',
  Type.Object({
    id: Type.String({ description: 'Stable: made of the device, the sensor and the instant.' }),
    device_id: Type.String(),
    sensor_name: Type.String(),
    ...answeredFields,
    recorded_at: Instant,
  }),
);
export type Reading = Static<typeof Reading>;

export type NamedReadingRow = ReadingRow & { sensor_name: string };

const presenters = readingFieldList.map((field) => ({ ...field, present: presenterOf(field) }));

/**
 * Makes the answer for a reading. The same reading always has the same id, so that a repeat is recognised
 * without a counter.
 * @param texts way of writing instants; for thousands of readings there is a faster one.
 */
export function presentReading(
  row: NamedReadingRow,
  { iso, base36 }: InstantTexts = instantTexts,
): Reading {
  const reading: Record<string, ToldValue> = {
    id: `${row.device_id}-${row.sensor_no}-${base36(row.recorded_at)}`,
    device_id: String(row.device_id),
    sensor_name: row.sensor_name,
  };
  for (const { column, name, present } of presenters) reading[name] = present(row[column]);
  reading['recorded_at'] = iso(row.recorded_at);
  return reading as Reading;
}

import { readingFieldList } from '../../../db/tables/reading-fields.ts';
import { roundTo } from '../../../kit/round.ts';
import { csvLine, csvLineEnd } from '../../../kit/text/csv.ts';
import { presenterOf } from '../../reading-values.ts';
import { ofReadings } from '../../readings/listed-readings.ts';
import { createInstantTexts } from './instant-texts.ts';

/** Page of readings as bytes of text, oldest first. */
export type RenderedReadings = { text: Uint8Array };

/** Device and sensor names of a page, which no row repeats. */
export type Naming = { deviceId: number; sensorNames: ReadonlyMap<number, string> };

/** Number of columns before the fields of a reading, in the order of `listedColumns`: its sensor and instant. */
const keyLength = 2;

/** Format of a reading, from its beginning to its end. */
type Format = {
  /** Returns the id up to its instant. */
  begin: (deviceId: number, sensorNo: number) => string;
  /** Returns the text between the id and the fields. */
  name: (deviceId: number, sensorName: string) => string;
  /** Writers of the fields, in the order of the table. */
  fields: ((value: number | null) => string)[];
  beforeInstant: string;
  end: string;
  between: string;
};

/** Members in the order of the schema. */
const json: Format = {
  begin: (deviceId, sensorNo) => `{"id":"${deviceId}-${sensorNo}-`,
  name: (deviceId, name) => `","device_id":"${deviceId}","sensor_name":${JSON.stringify(name)}`,
  fields: readingFieldList.map((field) => {
    const present = presenterOf(field);
    const lead = `,"${field.name}":`;
    return field.words
      ? (value) => lead + JSON.stringify(present(value))
      : (value) => (value === null ? `${lead}null` : lead + value);
  }),
  beforeInstant: ',"recorded_at":"',
  end: '"}',
  between: ',',
};

/**
 * What was sent stands as it was sent; what is reckoned from it has 3 decimals, as the rest is binary noise. Only names
 * are typed by people, so only they need escaping by the library.
 */
const csv: Format = {
  begin: (deviceId, sensorNo) => `${deviceId}-${sensorNo}-`,
  name: (deviceId, name) => `,${deviceId},${csvLine([name])}`,
  fields: readingFieldList.map((field) => {
    const present = presenterOf(field);
    if (field.words) return (value) => `,${present(value) ?? ''}`;
    if (field.pushedAs) return (value) => `,${value ?? ''}`;
    return (value) => (value === null ? ',' : `,${roundTo(value, 3)}`);
  }),
  beforeInstant: ',',
  end: csvLineEnd,
  between: '',
};

/** Renderers, which run beside the database connection; see `db/renderer.ts`. */
export const renderers = {
  /** Records of a JSON array, without its brackets. */
  readingsAsJson: ofReadings(renderAs(json)),
  readingsAsCsv: ofReadings(renderAs(csv)),
};

/** Renders text piece by piece: objects for `JSON.stringify` would take twice the time. */
function renderAs({ begin, name, fields, beforeInstant, end, between }: Format) {
  return (
    rows: (number | null)[][],
    _columns: readonly string[],
    { deviceId, sensorNames }: Naming,
  ): RenderedReadings => {
    const { iso, base36 } = createInstantTexts();
    const ofSensor = new Map<number, { lead: string; names: string }>();
    const sharedOf = (sensor: number) => {
      const known = ofSensor.get(sensor);
      if (known) return known;
      const names = name(deviceId, sensorNames.get(sensor) ?? '');
      const made = { lead: begin(deviceId, sensor), names };
      ofSensor.set(sensor, made);
      return made;
    };
    let text = '';
    for (const row of rows) {
      const [sensor, instant] = row as [number, number];
      const { lead, names } = sharedOf(sensor);
      if (text !== '') text += between;
      text += lead + base36(instant) + names;
      for (const [index, field] of fields.entries()) text += field(row[keyLength + index] ?? null);
      text += beforeInstant + iso(instant) + end;
    }
    return { text: new TextEncoder().encode(text) };
  };
}

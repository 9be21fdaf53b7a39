import type { LorawanMapping } from '../../api/operations.ts';

type MappedField = LorawanMapping['fields'][number];

/** Fields of a reading, in the order in which they are offered. */
export const fieldNames = [
  'distance_cm',
  'water_level_cm',
  'water_level_percent',
  'volume',
  'temperature',
  'battery_percent',
  'signal_dbm',
  'pump_status',
  'recorded_at',
] as const satisfies MappedField['field'][];

export const unitNames = ['as_is', 'mm', 'm', 'in', 'ft', 'F'] as const satisfies NonNullable<
  MappedField['unit']
>[];

/** A line of the editor: numbers are kept as they are typed. */
export type Line = {
  key: number;
  field: MappedField['field'];
  path: string;
  unit: NonNullable<MappedField['unit']>;
  factor: string;
  offset: string;
};

let keys = 0;

export function emptyLine(): Line {
  keys += 1;
  return { key: keys, field: 'distance_cm', path: '', unit: 'as_is', factor: '1', offset: '0' };
}

export function lineOf({ field, path, unit = 'as_is', factor = 1, offset = 0 }: MappedField): Line {
  return { ...emptyLine(), field, path, unit, factor: String(factor), offset: String(offset) };
}

/** The mapping of the lines that have a path; what is no number counts as if it were left out. */
export function mappingOf(decoder: LorawanMapping['decoder'], lines: Line[]): LorawanMapping {
  const fields = lines
    .filter(({ path }) => path.trim() !== '')
    .map(({ field, path, unit, factor, offset }) => ({
      field,
      path: path.trim(),
      unit,
      factor: numberOr(factor, 1),
      offset: numberOr(offset, 0),
    }));
  return { decoder, fields };
}

function numberOr(text: string, otherwise: number): number {
  const number = Number(text.trim().replace(',', '.'));
  return text.trim() !== '' && Number.isFinite(number) ? number : otherwise;
}

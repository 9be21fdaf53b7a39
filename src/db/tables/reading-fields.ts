/** A value that is measured with a reading, or derived from it. */
type ReadingField = {
  /** Type in the database; words are stored as their numbers. */
  type: 'double' | 'smallint';
  isRequired?: true;
  /** Smallest and largest number that is accepted. */
  range?: readonly [number, number];
  /** What a number that is taken is cut to. */
  cutTo?: readonly [number, number];
  /** Words of its values, each with its number. */
  words?: Readonly<Record<string, number>>;
  unit?: string;
  /** Name outside the database, where it is not the column's. */
  name?: string;
  /** Name in the form that a device pushes; left out where devices do not push it. */
  pushedAs?: string;
  /** Set if a user may record it. */
  isPosted?: true;
  /** Set if it is shown with the tanks of an account, beside latest, history, export and events. */
  isInTanks?: true;
};

/**
 * Fields of a reading beside its device, sensor and instant: each once, by its column. Row types,
 * statements, forms, schemas, answers, files and events take them from here, in this order; a migration
 * adds the column to `sensors` and `readings`.
 */
export const readingFields = {
  level: {
    type: 'double',
    isRequired: true,
    // An ultrasonic sensor overshoots exactly when a tank overflows: that means full.
    range: [-10, 110],
    cutTo: [0, 100],
    unit: 'Percent, 0 to 100.',
    pushedAs: 'water_level_percent',
    isPosted: true,
    isInTanks: true,
  },
  level_cm: {
    type: 'double',
    // Height less distance goes a little below 0 exactly when a tank is empty; it is stored as 0.
    range: [-100, 1_000_000],
    pushedAs: 'water_level_cm',
    isPosted: true,
    isInTanks: true,
  },
  volume: {
    type: 'double',
    range: [0, 1e12],
    unit: 'Litres.',
    pushedAs: 'volume',
    isPosted: true,
    isInTanks: true,
  },
  temperature: {
    type: 'double',
    range: [-273.15, 1000],
    pushedAs: 'temperature',
    isPosted: true,
    isInTanks: true,
  },
  pump: {
    type: 'smallint',
    words: { on: 1, off: 0 },
    name: 'pump_status',
    pushedAs: 'pump_status',
    isPosted: true,
    isInTanks: true,
  },
  latitude: { type: 'double', range: [-90, 90], pushedAs: 'latitude', isPosted: true },
  longitude: { type: 'double', range: [-180, 180], pushedAs: 'longitude', isPosted: true },
  status: {
    type: 'smallint',
    isRequired: true,
    words: { normal: 0, warning: 1, critical: 2 },
    isPosted: true,
    isInTanks: true,
  },
  source: { type: 'smallint', isRequired: true, words: { device: 0, user: 1 } },
  filtered_level: { type: 'double', unit: 'Percent: the level without noise and outliers.' },
  noise: { type: 'double', unit: 'Percent: standard deviation of the noise of the sensor.' },
  quality: { type: 'smallint', words: { good: 0, suspect: 1 } },
} as const satisfies Record<string, ReadingField>;

export type ReadingFields = typeof readingFields;
export type ReadingColumn = keyof ReadingFields;

export const readingColumns = Object.keys(readingFields) as ReadingColumn[];

export const readingFieldList: readonly (ReadingField & { column: ReadingColumn; name: string })[] =
  readingColumns.map((column) => ({ name: column, ...readingFields[column], column }));

/** Fields as a row of `readings` holds them. */
export type ReadingValues = {
  [C in ReadingColumn]: ReadingFields[C] extends { isRequired: true } ? number : number | null;
};

/** Fields of which any may be missing: of a sensor that has no reading yet. */
export type MaybeReadingValues = Record<ReadingColumn, number | null>;

/** A reading without values. */
export const noReadingValues = Object.fromEntries(
  readingColumns.map((column) => [column, null]),
) as MaybeReadingValues;

/** Copies the fields one by one: a spread would bring all else along. */
export function copyReadingValues(from: MaybeReadingValues, to: MaybeReadingValues): void {
  for (const column of readingColumns) to[column] = from[column];
}

/** Fields of a reading, apart from all else that it holds. */
export function readingValuesOf(from: MaybeReadingValues): MaybeReadingValues {
  const values = { ...noReadingValues };
  copyReadingValues(from, values);
  return values;
}

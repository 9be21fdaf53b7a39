/** Memory of a device's clock; instants and spans in milliseconds, 0 for what is unknown. */
const names = [
  /** Lag that is taken off. */
  'offset',
  /** The last reading: when it came, what it said, its level, and its lag. */
  'at',
  'said',
  'level',
  'lag',
  /** Usual gap between two arrivals, and the lag that silences explain. */
  'usual',
  'excused',
  'fresh',
  /** A lag that may be steady: its readings, the arrival of the first, and its least and greatest. */
  'count',
  'first',
  'low',
  'high',
  /** Readings by a clock that stands, since when, and steps back. */
  'still',
  'stillSince',
  'jumps',
  /** The lag before that of now, to which a clock that goes to and fro comes back. */
  'other',
  /** How often it has come back in a row, and when it last moved. */
  'swings',
  'swungAt',
  /** Of which sensor `level` is, as `sensorMark` says, and how often it has said that again. */
  'sensor',
  'same',
  /** Gaps that the clock has lost in a row, and the last reading by which that was seen. */
  'lost',
  'lossAt',
  'lossSaid',
  'lossLevel',
  'lossSensor',
  /** A line on which lags lie: its readings, and the arrival and the lag of the first. */
  'drifts',
  'driftAt',
  'driftLag',
  /** How often it has begun anew with the same day, when it last did, and what it said then. */
  'restarts',
  'restartAt',
  'restartSaid',
] as const;
/** What is remembered of a clock from one reading to the next. */
export type ClockMemory = Record<(typeof names)[number], number>;

/** Memory of a clock that has not been heard; copied, as making it name by name costs a push three times as much. */
const nothing = Object.fromEntries(names.map((name) => [name, 0])) as ClockMemory;

/** How many marks there are; two sensors of a device hardly ever have the same one. */
const marks = 1_000_003;

/** A memory as it is stored. */
export function packClock(state: ClockMemory): string {
  return JSON.stringify(names.map((name) => state[name]));
}

/** @param text a memory as it was stored, also by an earlier version; empty for none. */
export function unpackClock(text: string): ClockMemory {
  const state = { ...nothing };
  const values = text === '' ? [] : (JSON.parse(text) as number[]);
  names.slice(0, values.length).forEach((name, at) => {
    state[name] = values[at] ?? 0;
  });
  return state;
}

/** A number for a sensor by which it is known from the others of its device, above 0. */
export function sensorMark(sensorName: string): number {
  let mark = 0;
  for (let at = 0; at < sensorName.length; at += 1)
    mark = (31 * mark + sensorName.charCodeAt(at)) % marks;
  return mark + 1;
}

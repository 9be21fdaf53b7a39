import { nanAsNull } from '../../../kit/nan-as-null.ts';
import type { ReadingRow, Rollup } from '../rollup.ts';
import {
  measuredColumns,
  measuredValues,
  rolledUpColumns,
  rolledUpValues,
} from '../row-columns.ts';

/**
 * What a sensor's row holds of readings and of an hour that are not yet in their own tables: lists of
 * doubles, null as NaN. Every push writes them, and JSON took a tenth of all that a push costs the
 * writer. They are doubles as the processor has them, so little-endian wherever Node runs.
 */
export type FreshRows = {
  /** Readings in the order of time, each in the order of `measuredColumns`. */
  fresh: Uint8Array | null;
  /** The rollup of the newest hour in the order of `rolledUpColumns`. */
  open_hour: Uint8Array | null;
};

/** Whether a column of `sensors` is one of those that only SQLite has, and whose rows stand elsewhere. */
export function isOfHead(column: string): boolean {
  return /^(fresh|open_hour|waiting_since|carries_status|device_(?!id$).+)$/.test(column);
}

type Sensor = { device_id: number; sensor_no: number };

const measuredCount = measuredColumns.length;

/** Room for so many readings that wait. */
export function makeRoom(readings: number): Float64Array {
  return new Float64Array(readings * measuredCount);
}

/** Puts a reading behind `count` others. */
export function putReading(room: Float64Array, count: number, row: ReadingRow): void {
  put(measuredValues(row), room, count * measuredCount);
}

/** The first readings as they are saved; the bytes are those of the room, not a copy. */
export function packReadings(room: Float64Array, count: number): Uint8Array {
  return Buffer.from(room.buffer, room.byteOffset, count * measuredCount * room.BYTES_PER_ELEMENT);
}

export function packRollup(rollup: Rollup): Uint8Array {
  const numbers = new Float64Array(rolledUpColumns.length);
  put(rolledUpValues(rollup), numbers, 0);
  return Buffer.from(numbers.buffer);
}

/**
 * The first readings of a sensor as an insert of several rows binds them: device, sensor, and what was
 * measured in the order of `measuredColumns`, each row behind the other.
 */
export function bindReadings(room: Float64Array, count: number, sensor: Sensor) {
  const bound: (number | null)[] = [];
  for (let row = 0; row < count; row++) {
    bound.push(sensor.device_id, sensor.sensor_no);
    const end = (row + 1) * measuredCount;
    for (let at = row * measuredCount; at < end; at++) bound.push(nanAsNull(room[at]));
  }
  return bound;
}

export function unpackNumbers(bytes: Uint8Array): Float64Array {
  // A copy, since bytes that come from elsewhere begin anywhere, and doubles must not.
  return new Float64Array(Uint8Array.from(bytes).buffer);
}

export function unpackReadings(sensor: Sensor, bytes: Uint8Array): ReadingRow[] {
  const numbers = unpackNumbers(bytes);
  return Array.from({ length: numbers.length / measuredCount }, (_, index) =>
    unpack<ReadingRow>(sensor, measuredColumns, numbers.subarray(index * measuredCount)),
  );
}

export function unpackRollup(sensor: Sensor, bytes: Uint8Array): Rollup {
  return unpack<Rollup>(sensor, rolledUpColumns, unpackNumbers(bytes));
}

function put(values: readonly (number | null)[], into: Float64Array, at: number): void {
  for (let index = 0; index < values.length; index++)
    into[at + index] = values[index] ?? Number.NaN;
}

function unpack<R>(
  { device_id, sensor_no }: Sensor,
  columns: readonly string[],
  numbers: Float64Array,
): R {
  const entries = columns.map((column, index) => [column, nanAsNull(numbers[index])]);
  return { device_id, sensor_no, ...Object.fromEntries(entries) } as R;
}

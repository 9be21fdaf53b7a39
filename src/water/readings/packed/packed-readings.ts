import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ReadingColumn, ReadingValues } from '../../../db/tables/reading-fields.ts';
import { ByteReader, ByteWriter, DamagedReadings } from './bytes.ts';
import { type Column, readColumn, writeColumn } from './columns.ts';

/**
 * Packs readings of a sensor into some bytes, three to ten a reading, and unpacks them as they were to the last
 * bit; docs/packed-readings.md has the layout. Pure.
 */

/** What is packed of a reading: all but its device and its sensor. */
export type PackedReading = ReadingValues & { recorded_at: number };
export type PackedName = keyof PackedReading;

/** The columns in the order in which they are packed. New ones come last: bodies without them stay good. */
export const packedColumns = [
  'level',
  'level_cm',
  'volume',
  'temperature',
  'pump',
  'latitude',
  'longitude',
  'status',
  'source',
  'filtered_level',
  'noise',
  'quality',
] as const satisfies ReadingColumn[];

/** All columns of readings, one after the other as `allColumns` names them: the instants first. */
export type Columns = Column[];
export const allColumns: readonly PackedName[] = ['recorded_at', ...packedColumns];

const version = 1;
/** Of version and sum. */
const sumBytes = 4;
const frameBytes = 1 + sumBytes;
/** Bounds of what unpacking takes, far above what is written. */
const mostReadings = 65_536;
const longestContent = 8 * 2 ** 20;
/** Instants are below this: the year 10889. */
const instantsEnd = 2 ** 48;

/** @param columns of at least one reading, in the order of time, no two at one instant. */
export function packColumns(columns: Columns): Buffer {
  const [times = noTimes, ...fields] = columns;
  const content = new ByteWriter();
  content.varint(times.length);
  content.varint(packedColumns.length);
  writeTimes(content, times);
  const levels = fields[0] ?? noTimes;
  for (const field of fields) {
    const column = new ByteWriter();
    writeColumn(column, field, levels);
    content.varint(column.written().length);
    content.append(column.written());
  }
  const deflated = deflateRawSync(content.written());
  const body = Buffer.allocUnsafe(deflated.length + frameBytes);
  body[0] = version;
  body.set(deflated, 1);
  body.writeUInt32BE(crc32(body.subarray(0, -sumBytes)), body.length - sumBytes);
  return body;
}

const noTimes: Column = new Float64Array();

/** @throws RangeError where a value is no finite number. */
export function toColumns(readings: readonly PackedReading[]): Columns {
  return allColumns.map((name) => {
    const column: Column = new Float64Array(readings.length);
    for (let at = 0; at < readings.length; at += 1) {
      const value = readings[at]?.[name] ?? null;
      if (value !== null && !Number.isFinite(value)) throw new RangeError(`no number: ${value}`);
      column[at] = value ?? Number.NaN;
    }
    return column;
  });
}

/**
 * Unpacks some columns of a body, in the order of `names`.
 * @throws DamagedReadings where the body is not as it was written.
 */
export function unpackColumns(body: Uint8Array, names: readonly PackedName[]): Column[] {
  const content = new ByteReader(inflate(body));
  const count = content.varint();
  const columns = content.varint();
  if (count < 1 || count > Math.min(mostReadings, content.left)) {
    throw new DamagedReadings(`a body of ${count} readings`);
  }
  const times = readTimes(content, count);
  const parts = Array.from({ length: Math.min(columns, packedColumns.length) }, () =>
    content.take(content.varint()),
  );
  const unpack = (name: PackedName): Column => {
    if (name === 'recorded_at') return times;
    const part = parts[packedColumns.indexOf(name)];
    return part ? readColumn(part, count, levels) : new Float64Array(count).fill(Number.NaN);
  };
  let known: Column | undefined;
  const levels = (): Column => {
    known ??= unpack('level');
    return known;
  };
  return names.map((name) => (name === 'level' ? levels() : unpack(name)));
}

function inflate(body: Uint8Array): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.length <= frameBytes) throw new DamagedReadings('a body is too short');
  const end = bytes.length - sumBytes;
  if (crc32(bytes.subarray(0, end)) !== bytes.readUInt32BE(end)) {
    throw new DamagedReadings('a body has another sum');
  }
  if (bytes[0] !== version) throw new DamagedReadings(`a body of version ${bytes[0]}`);
  try {
    return inflateRawSync(bytes.subarray(1, end), { maxOutputLength: longestContent });
  } catch (error) {
    throw new DamagedReadings('a body does not inflate', { cause: error });
  }
}

/** The first instant, and then how each step differs from the one before: mostly by little. */
function writeTimes(to: ByteWriter, times: Column): void {
  let [at, step] = [-1, 0];
  if (times.length < 1 || times.length > mostReadings) {
    throw new RangeError(`${times.length} readings are not packed together`);
  }
  for (const time of times) {
    if (!Number.isInteger(time) || time <= at || time >= instantsEnd) {
      throw new RangeError(`no instant behind ${at}: ${time}`);
    }
    if (at < 0) to.varint(time);
    else to.signed(time - at - step);
    step = at < 0 ? 0 : time - at;
    at = time;
  }
}

function readTimes(from: ByteReader, count: number): Column {
  const times: Column = new Float64Array(count);
  let [at, step] = [from.varint(), 0];
  times[0] = at;
  for (let index = 1; index < count; index += 1) {
    step += from.signed();
    if (step <= 0) throw new DamagedReadings('instants are in disorder');
    at += step;
    times[index] = at;
  }
  return times;
}

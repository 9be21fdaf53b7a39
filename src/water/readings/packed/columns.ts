import { litresAt } from '../../tank-shapes/litres-at.ts';
import { ByteReader, type ByteWriter, DamagedReadings, varintEnd } from './bytes.ts';

/** Values of a column, one a reading; NaN where a reading has none. */
export type Column = Float64Array;

/**
 * How the known values of a column are written; docs/packed-readings.md has the layout. A form byte holds the
 * kind, whether some readings have no value, and the decimals.
 */
const kinds = { absent: 0, same: 1, steps: 2, doubles: 3, ofLevel: 4 } as const;
const kindMask = 0x07;
const hasNulls = 0x08;
const decimalsShift = 4;

/** More than any board sends; 10^9 is exact as a double, and so is what is divided by it. */
const mostDecimals = 9;
const powers = Array.from({ length: mostDecimals + 1 }, (_, decimals) => 10 ** decimals);
/** Scaled values stay below this, so that their differences are varints. */
const scaledEnd = varintEnd / 4;

/** @param levels of the same readings, of which volumes mostly follow. */
export function writeColumn(to: ByteWriter, column: Column, levels: Column): void {
  const known = knownOf(column);
  const isWhole = known.length === column.length;
  const begin = (kind: number, decimals = 0) => {
    to.byte(kind | (isWhole ? 0 : hasNulls) | (decimals << decimalsShift));
    if (!isWhole) to.append(bitsOf(column));
  };
  const isSame = areSame(known);
  const capacity = isSame || column === levels ? undefined : capacityOf(column, levels);
  const decimals = decimalsOf(isSame ? known.subarray(0, 1) : known);
  const scaled = scale(isSame ? known.subarray(0, 1) : known, decimals);
  if (known.length === 0) {
    to.byte(kinds.absent);
  } else if (isSame && scaled) {
    begin(kinds.same, decimals);
    to.signed(scaled[0] ?? 0);
  } else if (capacity !== undefined) {
    begin(kinds.ofLevel);
    to.varint(capacity);
  } else if (scaled) {
    begin(kinds.steps, decimals);
    for (let at = 0, before = 0; at < scaled.length; at += 1) {
      const value = scaled[at] ?? 0;
      to.signed(value - before);
      before = value;
    }
  } else {
    begin(kinds.doubles);
    to.append(toPlanes(known));
  }
}

/** @throws DamagedReadings where these are not the bytes of such a column. */
export function readColumn(bytes: Uint8Array, count: number, levels: () => Column): Column {
  const from = new ByteReader(bytes);
  const form = from.byte();
  const kind = form & kindMask;
  const column: Column = new Float64Array(count).fill(Number.NaN);
  const power = powers[form >> decimalsShift] ?? Number.NaN;
  const bits = (form & hasNulls) === 0 ? undefined : from.take(Math.ceil(count / 8));
  const fill = (next: (at: number) => number) => {
    for (let at = 0; at < count; at += 1) {
      if (!bits || ((bits[at >> 3] ?? 0) >> (at & 7)) & 1) column[at] = next(at);
    }
  };
  if (kind === kinds.same) {
    const value = from.signed() / power;
    fill(() => value);
  } else if (kind === kinds.steps) {
    let scaled = 0;
    fill(() => {
      scaled += from.signed();
      return scaled / power;
    });
  } else if (kind === kinds.doubles) {
    const values = fromPlanes(from.take(from.left));
    let next = 0;
    fill(() => values[next++] ?? Number.NaN);
    if (next !== values.length) throw new DamagedReadings('a column has other values');
  } else if (kind === kinds.ofLevel) {
    const [capacity, of] = [from.varint(), levels()];
    fill((at) => litresAt(of[at] ?? 0, capacity));
  } else if (kind !== kinds.absent) {
    throw new DamagedReadings(`there is no kind ${kind} of column`);
  }
  if (from.left > 0) throw new DamagedReadings('a column is too long');
  return column;
}

/** A bit for each reading that has a value, the first one lowest. */
function bitsOf(column: Column): Uint8Array {
  const bits = new Uint8Array(Math.ceil(column.length / 8));
  for (let at = 0; at < column.length; at += 1) {
    if (!Number.isNaN(column[at])) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
  }
  return bits;
}

function knownOf(column: Column): Column {
  const known: Column = new Float64Array(column.length);
  let count = 0;
  for (let at = 0; at < column.length; at += 1) {
    const value = column[at] ?? Number.NaN;
    if (!Number.isNaN(value)) known[count++] = value;
  }
  return known.subarray(0, count);
}

function areSame(values: Column): boolean {
  for (let at = 1; at < values.length; at += 1) if (!Object.is(values[at], values[0])) return false;
  return true;
}

/** The fewest decimals with which no value needs more; one more than are written where there are none. */
function decimalsOf(values: Column): number {
  let decimals = 0;
  for (let at = 0; at < values.length && decimals <= mostDecimals; at += 1) {
    while (decimals <= mostDecimals && Number.isNaN(scaleOne(values[at] ?? 0, decimals))) {
      decimals += 1;
    }
  }
  return decimals;
}

/** Undefined where it is not exactly so: more digits may be too many for a value that has fewer. */
function scale(values: Column, decimals: number): Column | undefined {
  const scaled: Column = new Float64Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    const value = scaleOne(values[at] ?? 0, decimals);
    if (Number.isNaN(value)) return undefined;
    scaled[at] = value;
  }
  return scaled;
}

/** A value as a whole number of its last decimal; NaN where it is not exactly that. */
function scaleOne(value: number, decimals: number): number {
  const power = powers[decimals] ?? Number.NaN;
  // Without the sign of a zero, which would be lost.
  const scaled = Math.round(value * power) + 0;
  return Math.abs(scaled) < scaledEnd && Object.is(scaled / power, value) ? scaled : Number.NaN;
}

/** The capacity by which each value is what the recorder makes of its reading's level; undefined if none. */
function capacityOf(column: Column, levels: Column): number | undefined {
  const first = column.findIndex((value) => value > 0);
  if (first < 0) return undefined;
  const capacity = Math.round(((column[first] ?? 0) * 100) / (levels[first] ?? 0));
  if (!(capacity >= 0 && capacity < varintEnd)) return undefined;
  for (let at = 0; at < column.length; at += 1) {
    const value = column[at] ?? 0;
    const isOfLevel = Object.is(litresAt(levels[at] ?? 0, capacity), value);
    if (!isOfLevel && !Number.isNaN(value)) return undefined;
  }
  return capacity;
}

const size = Float64Array.BYTES_PER_ELEMENT;

/**
 * Doubles as what differs from the one before (XOR, as in Gorilla), all first bytes of them, then all second
 * ones, and so on: those that hardly change lie together, where they compress to nothing.
 */
function toPlanes(values: Column): Uint8Array {
  const planes = new Uint8Array(values.length * size);
  const own = new Uint8Array(size);
  const view = new DataView(own.buffer);
  const before = new Uint8Array(size);
  for (const [at, value] of values.entries()) {
    view.setFloat64(0, value);
    for (let byte = 0; byte < size; byte += 1) {
      planes[byte * values.length + at] = (own[byte] ?? 0) ^ (before[byte] ?? 0);
    }
    before.set(own);
  }
  return planes;
}

function fromPlanes(planes: Uint8Array): Column {
  const count = planes.length / size;
  if (!Number.isInteger(count)) throw new DamagedReadings('a column ends within a value');
  const own = new Uint8Array(size);
  const view = new DataView(own.buffer);
  return new Float64Array(count).map((_, at) => {
    for (let byte = 0; byte < size; byte += 1) {
      own[byte] = (own[byte] ?? 0) ^ (planes[byte * count + at] ?? 0);
    }
    return view.getFloat64(0);
  });
}

/**
 * Arrays as parameters in PostgreSQL's binary format, which costs neither side the writing and reading
 * of numbers as text: dimensions, whether there are nulls, the elements' type, length and first index,
 * then each element behind its own length (`array_send` in PostgreSQL's source).
 */
type Numbers = readonly (number | null)[];

const headerBytes = 20;
const noElement = -1;
const types = { smallint: 21, integer: 23, bigint: 20, double: 701, text: 25 };

/** What PostgreSQL would say of a number that its type cannot hold. */
function outOfRange(value: number): Error {
  return Object.assign(new Error(`no such number: ${value}`), { code: '22003' });
}

export const doubles = numbersOf(types.double, 8, (bytes, value, at) => {
  bytes.writeDoubleBE(value, at);
  return Number.isFinite(value);
});

export const bigints = numbersOf(types.bigint, 8, (bytes, value, at) => {
  const isHeld = Number.isSafeInteger(value);
  if (isHeld) {
    bytes.writeInt32BE(Math.floor(value / 2 ** 32), at);
    bytes.writeInt32BE(value | 0, at + 4);
  }
  return isHeld;
});

export const integers = numbersOf(types.integer, 4, (bytes, value, at) => {
  const isHeld = (value | 0) === value;
  if (isHeld) bytes.writeInt32BE(value, at);
  return isHeld;
});

export const smallints = numbersOf(types.smallint, 2, (bytes, value, at) => {
  const isHeld = (value << 16) >> 16 === value;
  if (isHeld) bytes.writeInt16BE(value, at);
  return isHeld;
});

export function texts(values: readonly (string | null)[]): Buffer {
  const elements = values.map((value) => (value === null ? null : Buffer.from(value)));
  const parts = elements.flatMap((element) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(element ? element.length : noElement);
    return element ? [length, element] : [length];
  });
  return Buffer.concat([headerOf(types.text, values.length), ...parts]);
}

/** @returns false where the value is beyond the type. */
type Write = (bytes: Buffer, value: number, at: number) => boolean;

function numbersOf(type: number, size: number, write: Write): (values: Numbers) => Buffer {
  return (values) => {
    const bytes = Buffer.allocUnsafe(headerBytes + values.length * (4 + size));
    writeHeader(bytes, type, values.length);
    let at = headerBytes;
    for (const value of values) {
      if (value === null) {
        at = bytes.writeInt32BE(noElement, at);
        continue;
      }
      at = bytes.writeInt32BE(size, at);
      if (!write(bytes, value, at)) throw outOfRange(value);
      at += size;
    }
    return bytes.subarray(0, at);
  };
}

function headerOf(type: number, length: number): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  writeHeader(bytes, type, length);
  return bytes;
}

function writeHeader(bytes: Buffer, type: number, length: number): void {
  const dimensions = 1;
  const mayHoldNulls = 1;
  const firstIndex = 1;
  [dimensions, mayHoldNulls, type, length, firstIndex].forEach((value, index) => {
    bytes.writeInt32BE(value, index * 4);
  });
}

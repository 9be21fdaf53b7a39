/** The bytes of packed readings are not those that were written, or were never any. */
export class DamagedReadings extends Error {
  override name = 'DamagedReadings';
  /** Which tells it on the other side of a thread, too. */
  readonly code = 'DAMAGED_READINGS';
}

/** Bytes of a varint: seven bits each, 49 in all. */
const mostVarintBytes = 7;
/** Below this a varint and every sum on the way to it are exact. */
export const varintEnd = 2 ** 49;

/** Writes numbers into memory that grows. Integers are varints: seven bits a byte, the lowest first. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(1024);
  #at = 0;

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#at++] = value;
  }

  /** @param value a whole number of `[0, varintEnd)`. */
  varint(value: number): void {
    if (!(value >= 0 && value < varintEnd)) throw new RangeError(`no varint: ${value}`);
    this.#reserve(mostVarintBytes);
    let rest = value;
    for (; rest > 0x7f; rest = Math.floor(rest / 128))
      this.#bytes[this.#at++] = (rest % 128) | 0x80;
    this.#bytes[this.#at++] = rest;
  }

  /** A whole number of either sign, zigzag: 0, -1, 1, -2, … are 0, 1, 2, 3, … */
  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** What was written; good until something is written again. */
  written(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe((this.#at + bytes) * 2);
    this.#bytes.copy(grown, 0, 0, this.#at);
    this.#bytes = grown;
  }
}

/** Reads what `ByteWriter` wrote. All its methods throw `DamagedReadings` where there is no such thing. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Number of bytes that are still to be read. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw new DamagedReadings('the bytes end too early');
    return value;
  }

  varint(): number {
    // Most are of one byte.
    const first = this.#bytes[this.#at] ?? 0x80;
    if (first < 0x80) {
      this.#at += 1;
      return first;
    }
    let value = 0;
    for (let index = 0, scale = 1; index < mostVarintBytes; index += 1, scale *= 128) {
      const next = this.byte();
      value += (next & 0x7f) * scale;
      if (next < 0x80) return value;
    }
    throw new DamagedReadings('a number is too long');
  }

  signed(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** Takes so many bytes, without a copy. */
  take(length: number): Uint8Array {
    if (length > this.left) throw new DamagedReadings('the bytes end too early');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}

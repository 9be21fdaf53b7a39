import type { ElementType, PipelineArray, PipelineValue } from './pipeline.ts';

type Write = (view: DataView, at: number, value: number) => void;

/** PostgreSQL's numbers of the types (`pg_type.oid`), and how their numbers are written. */
const numberTypes: Record<
  Exclude<ElementType, 'text'>,
  { oid: number; size: number; isHeld: (value: number) => boolean; write: Write }
> = {
  smallint: {
    oid: 21,
    size: 2,
    isHeld: (value) => (value << 16) >> 16 === value,
    write: (view, at, value) => view.setInt16(at, value),
  },
  integer: {
    oid: 23,
    size: 4,
    isHeld: (value) => (value | 0) === value,
    write: (view, at, value) => view.setInt32(at, value),
  },
  bigint: {
    oid: 20,
    size: 8,
    isHeld: Number.isSafeInteger,
    write: (view, at, value) => {
      view.setInt32(at, Math.floor(value / 2 ** 32));
      view.setInt32(at + 4, value | 0);
    },
  },
  xid: {
    oid: 28,
    size: 4,
    isHeld: (value) => value >>> 0 === value,
    write: (view, at, value) => view.setUint32(at, value),
  },
  double: {
    oid: 701,
    size: 8,
    isHeld: Number.isFinite,
    write: (view, at, value) => view.setFloat64(at, value),
  },
};
const textOid = 25;

/** What PostgreSQL would say of a number that its type cannot hold. */
const outOfRange = '22003';

/** The length of what is null. */
const none = -1;
const textFormat = 0;
const binaryFormat = 1;

/**
 * Writes what a client says to PostgreSQL, one message behind the other, into memory that is used
 * again and again: a buffer of its own for each parameter and each message would keep the garbage
 * collector busy. Arrays are written in the binary format, which costs neither side the writing and
 * reading of numbers as text.
 *
 * See https://www.postgresql.org/docs/current/protocol-message-formats.html.
 */
export class MessageWriter {
  #bytes = Buffer.allocUnsafeSlow(16_384);
  #view = viewOf(this.#bytes);
  #at = 0;

  /** All that was written since the last time; good until something is written again. */
  take(): Buffer {
    const messages = this.#bytes.subarray(0, this.#at);
    this.#at = 0;
    return messages;
  }

  parse(name: string, text: string): void {
    const start = this.#begin('P');
    this.#string(name);
    this.#string(text);
    this.#int16(0);
    this.#end(start);
  }

  /** @throws where a number is beyond its type; what was written since `take` is lost then. */
  bind(name: string, values: readonly PipelineValue[]): void {
    const start = this.#begin('B');
    this.#string('');
    this.#string(name);
    this.#int16(values.length);
    for (const value of values) this.#int16(isArray(value) ? binaryFormat : textFormat);
    this.#int16(values.length);
    for (const value of values) this.#value(value);
    this.#int16(0);
    this.#end(start);
  }

  /** Asks for the columns of what was bound last. */
  describe(): void {
    const start = this.#begin('D');
    this.#string('P');
    this.#end(start);
  }

  /** Runs what was bound last. */
  execute(): void {
    const start = this.#begin('E');
    this.#string('');
    this.#int32(0);
    this.#end(start);
  }

  sync(): void {
    this.#end(this.#begin('S'));
  }

  /** @returns where the length of the message stands, which counts itself. */
  #begin(type: string): number {
    this.#reserve(1);
    this.#bytes[this.#at++] = type.charCodeAt(0);
    const start = this.#at;
    this.#int32(0);
    return start;
  }

  #end(start: number): void {
    this.#view.setInt32(start, this.#at - start);
  }

  #value(value: PipelineValue): void {
    if (value === null) this.#int32(none);
    else if (isArray(value)) this.#array(value);
    else this.#text(value);
  }

  /**
   * Behind its length: dimensions, whether there are nulls, the elements' type, their number and the
   * first index, then each element behind its own length (`array_send` in PostgreSQL's source).
   */
  #array({ type, elements }: PipelineArray): void {
    const start = this.#at;
    const oid = type === 'text' ? textOid : numberTypes[type].oid;
    for (const field of [0, 1, 1, oid, elements.length, 1]) this.#int32(field);
    if (type === 'text') this.#texts(elements as (string | null)[]);
    else this.#numbers(type, elements as (number | null)[]);
    this.#view.setInt32(start, this.#at - start - 4);
  }

  #texts(elements: readonly (string | null)[]): void {
    for (const element of elements) {
      if (element === null) this.#int32(none);
      else this.#text(element);
    }
  }

  #numbers(type: keyof typeof numberTypes, elements: readonly (number | null)[]): void {
    const { size, isHeld, write } = numberTypes[type];
    this.#reserve(elements.length * (4 + size));
    for (const element of elements) {
      this.#int32(element === null ? none : size);
      if (element === null) continue;
      if (!isHeld(element)) {
        this.#at = 0;
        throw Object.assign(new Error(`no such ${type}: ${element}`), { code: outOfRange });
      }
      write(this.#view, this.#at, element);
      this.#at += size;
    }
  }

  /** Behind its length, which only the writing tells. */
  #text(text: string): void {
    // No unit of UTF-16 takes more than three bytes.
    this.#reserve(4 + text.length * 3);
    const length = this.#bytes.write(text, this.#at + 4);
    this.#int32(length);
    this.#at += length;
  }

  #string(text: string): void {
    this.#reserve(text.length * 3 + 1);
    this.#at += this.#bytes.write(text, this.#at);
    this.#bytes[this.#at++] = 0;
  }

  #int16(value: number): void {
    this.#reserve(2);
    this.#view.setInt16(this.#at, value);
    this.#at += 2;
  }

  #int32(value: number): void {
    this.#reserve(4);
    this.#view.setInt32(this.#at, value);
    this.#at += 4;
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow((this.#at + bytes) * 2);
    this.#bytes.copy(grown, 0, 0, this.#at);
    this.#bytes = grown;
    this.#view = viewOf(grown);
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function isArray(value: PipelineValue): value is PipelineArray {
  return typeof value === 'object' && value !== null;
}

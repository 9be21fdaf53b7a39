import type { ElementType, PipelineArray, PipelineValue } from '../../pipeline.ts';

type NumberType = Exclude<ElementType, 'text'>;

/** PostgreSQL's numbers of the types (`pg_type.oid`), and how many bytes a number takes. */
const numberTypes: Record<NumberType, { oid: number; size: number }> = {
  smallint: { oid: 21, size: 2 },
  integer: { oid: 23, size: 4 },
  bigint: { oid: 20, size: 8 },
  xid: { oid: 28, size: 4 },
  double: { oid: 701, size: 8 },
};
const textOid = 25;

/** SQLSTATE numeric_value_out_of_range, of a number that its type cannot hold. */
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

  /** Asks for the columns of the last bound statement. */
  describe(): void {
    const start = this.#begin('D');
    this.#string('P');
    this.#end(start);
  }

  /** Runs the last bound statement. */
  execute(): void {
    const start = this.#begin('E');
    this.#string('');
    this.#int32(0);
    this.#end(start);
  }

  sync(): void {
    this.#end(this.#begin('S'));
  }

  /** @returns the position of the message's length, which counts itself. */
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

  #numbers(type: NumberType, elements: readonly (number | null)[]): void {
    const { size } = numberTypes[type];
    this.#reserve(elements.length * (4 + size));
    const view = this.#view;
    let at = this.#at;
    for (const element of elements) {
      view.setInt32(at, element === null ? none : size);
      at += 4;
      if (element === null) continue;
      if (!writeNumber(view, at, element, type)) {
        this.#at = 0;
        throw Object.assign(new Error(`no such ${type}: ${element}`), { code: outOfRange });
      }
      at += size;
    }
    this.#at = at;
  }

  /** Preceded by its length, which is known only once it is written. */
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

/**
 * A function for each type, looked up, would take half as long again.
 * @returns true if the type can hold the number.
 */
function writeNumber(view: DataView, at: number, value: number, type: NumberType): boolean {
  switch (type) {
    case 'smallint':
      view.setInt16(at, value);
      return (value << 16) >> 16 === value;
    case 'integer':
      view.setInt32(at, value);
      return (value | 0) === value;
    case 'bigint':
      view.setInt32(at, Math.floor(value / 2 ** 32));
      view.setInt32(at + 4, value | 0);
      return Number.isSafeInteger(value);
    case 'xid':
      view.setUint32(at, value);
      return value >>> 0 === value;
    case 'double':
      view.setFloat64(at, value);
      return Number.isFinite(value);
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function isArray(value: PipelineValue): value is PipelineArray {
  return typeof value === 'object' && value !== null;
}

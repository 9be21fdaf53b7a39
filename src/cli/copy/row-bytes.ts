import { hash } from 'node:crypto';
import { CommandFailure } from '../command-error.ts';
import { type ColumnType, type Digest, quoted, type Row, type TablePlan } from './ends.ts';

const startSize = 1 << 19;
/** Most bytes of a field that is no text, with its length. */
const mostFixed = 12;
const twoTo32 = 2 ** 32;
/** Sums of 32 bits are folded before they leave what a number holds exactly. */
const foldEvery = 1 << 20;

/**
 * Writes rows in COPY's binary format, and sums them up: a row's number is the first 56 bits of the
 * SHA-256 of its bytes behind the count of fields, which PostgreSQL can compute of its own rows.
 */
export class RowBytes {
  readonly #table: TablePlan;
  readonly #types: ColumnType[];
  #buffer = Buffer.allocUnsafe(startSize);
  #length = 0;
  #digest: Digest;
  #high = 0;
  #low = 0;

  constructor(table: TablePlan, start: Digest = { rows: 0, checksum: 0n }) {
    this.#table = table;
    this.#types = table.columns.map(({ type }) => type);
    this.#digest = { ...start };
  }

  /** Digest of the rows so far, on top of the one it began with. */
  get digest(): Digest {
    this.#fold();
    return { ...this.#digest };
  }

  add(row: Row): void {
    this.#makeRoom(row);
    const buffer = this.#buffer;
    const from = buffer.writeInt16BE(row.length, this.#length);
    let at = from;
    for (let index = 0; index < row.length; index += 1) {
      at = this.#writeField(row[index], index, at);
    }
    this.#length = at;
    this.#sum(buffer.subarray(from, at));
  }

  /** Rows since the last call. */
  take(): Buffer {
    const bytes = this.#buffer.subarray(0, this.#length);
    this.#buffer = Buffer.allocUnsafe(Math.max(startSize, this.#length));
    this.#length = 0;
    return bytes;
  }

  /** Clears the buffer, where only the sum is wanted. */
  drop(): void {
    this.#length = 0;
  }

  #writeField(value: unknown, index: number, at: number): number {
    const buffer = this.#buffer;
    if (value === null) return buffer.writeInt32BE(-1, at);
    const type = this.#types[index];
    if (type === 'text') {
      if (typeof value !== 'string') throw this.#misfit(index);
      const length = buffer.write(value, at + 4);
      buffer.writeInt32BE(length, at);
      return at + 4 + length;
    }
    if (type === 'bytea') {
      if (!(value instanceof Uint8Array)) throw this.#misfit(index);
      buffer.set(value, buffer.writeInt32BE(value.length, at));
      return at + 4 + value.length;
    }
    if (typeof value !== 'number') throw this.#misfit(index);
    // SQLite keeps no sign of 0, which PostgreSQL does.
    if (type === 'double precision')
      return buffer.writeDoubleBE(value + 0, buffer.writeInt32BE(8, at));
    if (!Number.isSafeInteger(value)) throw this.#misfit(index);
    if (type === 'bigint') {
      const high = Math.floor(value / twoTo32);
      const next = buffer.writeInt32BE(high, buffer.writeInt32BE(8, at));
      return buffer.writeUInt32BE(value - high * twoTo32, next);
    }
    const bits = type === 'integer' ? 31 : 15;
    if (value < -(2 ** bits) || value >= 2 ** bits) throw this.#misfit(index);
    return type === 'integer'
      ? buffer.writeInt32BE(value, buffer.writeInt32BE(4, at))
      : buffer.writeInt16BE(value, buffer.writeInt32BE(2, at));
  }

  #misfit(index: number): Error {
    const { name, columns } = this.#table;
    const { name: column = '', type = '' } = columns[index] ?? {};
    return new CommandFailure(`${name} holds a ${column} that is no ${type}: nothing can take it.`);
  }

  #makeRoom(row: Row): void {
    let needed = this.#length + 2 + row.length * mostFixed;
    // A code unit of UTF-16 is at most three bytes of UTF-8.
    for (const value of row) {
      if (typeof value === 'string') needed += value.length * 3;
      if (value instanceof Uint8Array) needed += value.length;
    }
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }

  #sum(bytes: Buffer): void {
    // As a string of bytes: making a Buffer of it costs as much as the sum itself.
    const sha = hash('sha256', bytes, 'binary');
    const at = (index: number) => sha.charCodeAt(index);
    this.#high += (at(0) << 16) | (at(1) << 8) | at(2);
    this.#low += ((at(3) << 24) | (at(4) << 16) | (at(5) << 8) | at(6)) >>> 0;
    this.#digest.rows += 1;
    if (this.#digest.rows % foldEvery === 0) this.#fold();
  }

  #fold(): void {
    this.#digest.checksum += (BigInt(this.#high) << 32n) + BigInt(this.#low);
    this.#high = 0;
    this.#low = 0;
  }
}

const senders: Record<ColumnType, string> = {
  bigint: 'int8send',
  integer: 'int4send',
  smallint: 'int2send',
  'double precision': 'float8send',
  text: 'textsend',
  bytea: 'byteasend',
};

/** The digest of all rows of a table, as a query that PostgreSQL answers with `rows` and `checksum`. */
export function digestQuery({ name, columns }: TablePlan): string {
  const fields = columns.map(({ name: column, type }) => {
    const value = type === 'double precision' ? `${quoted([column])} + 0` : quoted([column]);
    const bytes = `${senders[type]}(${value})`;
    return `coalesce(int4send(octet_length(${bytes})) || ${bytes}, '\\xffffffff'::bytea)`;
  });
  const number = `('x' || left(encode(sha256(${fields.join(' || ')}), 'hex'), 14))::bit(56)::bigint`;
  return `select count(*) as rows, coalesce(sum(${number}), 0)::text as checksum from ${quoted([name])}`;
}

/** A PDU's octets contradict themselves: a field or a TLV goes on past the end. */
export class MalformedPduError extends Error {}

/** Reads the fields of SMPP 3.4 (section 3.1) one after the other. */
export class OctetReader {
  readonly #octets: Buffer;
  #at: number;

  constructor(octets: Buffer, from: number) {
    this.#octets = octets;
    this.#at = from;
  }

  get left(): number {
    return this.#octets.length - this.#at;
  }

  int8(): number {
    return this.#octets[this.#skip(1)] ?? 0;
  }

  int16(): number {
    return this.#octets.readUInt16BE(this.#skip(2));
  }

  /** Reads a C-octet string: everything up to the next NUL. */
  cString(): string {
    const end = this.#octets.indexOf(0, this.#at);
    if (end < 0) throw new MalformedPduError('a text has no end');
    const text = this.#octets.toString('latin1', this.#at, end);
    this.#at = end + 1;
    return text;
  }

  /** As `cString`, but the end of the PDU ends it too: several SMSCs write the ids of their answers so. */
  lastCString(): string {
    const end = this.#octets.indexOf(0, this.#at);
    const text = this.#octets.toString('latin1', this.#at, end < 0 ? this.#octets.length : end);
    this.#at = end < 0 ? this.#octets.length : end + 1;
    return text;
  }

  /** Returns a view, not a copy. */
  octets(length: number): Buffer {
    const from = this.#skip(length);
    return this.#octets.subarray(from, from + length);
  }

  /** As `octets`, but the end of the PDU ends them too: some SMSCs count octets that they do not write. */
  octetsAtMost(length: number): Buffer {
    return this.octets(Math.min(length, this.left));
  }

  #skip(length: number): number {
    const from = this.#at;
    if (length > this.left) throw new MalformedPduError('a field goes on past the end');
    this.#at += length;
    return from;
  }
}

export class OctetWriter {
  readonly buffer: Buffer;
  #at = 0;

  constructor(size: number) {
    this.buffer = Buffer.allocUnsafe(size);
  }

  int8(value: number): void {
    this.buffer[this.#at++] = value;
  }

  int16(value: number): void {
    this.#at = this.buffer.writeUInt16BE(value, this.#at);
  }

  int32(value: number): void {
    this.#at = this.buffer.writeUInt32BE(value, this.#at);
  }

  cString(text: string): void {
    if (text.length > 0) this.#at += this.buffer.write(text, this.#at, 'latin1');
    this.buffer[this.#at++] = 0;
  }

  octets(octets: Uint8Array): void {
    this.buffer.set(octets, this.#at);
    this.#at += octets.length;
  }
}

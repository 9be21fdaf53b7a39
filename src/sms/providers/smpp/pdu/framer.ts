import { headerSize } from './pdu.ts';

/**
 * Thrown for a length that no PDU has: the stream cannot be read any further, since the next one's begin
 * is unknown.
 */
export class BadLengthError extends Error {}

/**
 * Far above any PDU of ours (a long `message_payload` included), and small enough that a hostile
 * length costs no memory.
 */
const largestFrame = 70_000;

/** Cuts a stream of octets into PDUs (SMPP 3.4, section 3.2), however they are chunked. */
export class Framer {
  readonly #take: (frame: Buffer) => void;
  /** The beginning of a frame: its length first, then, once that is known, room for all of it. */
  #begun: Buffer | undefined;
  #filled = 0;

  /** @param take is given each whole frame, as a view into what was pushed where that is possible. */
  constructor(take: (frame: Buffer) => void) {
    this.#take = take;
  }

  /** @throws BadLengthError; nothing can be pushed after it. */
  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#begun || chunk.length - at < 4) {
        at += this.#fill(chunk, at);
        continue;
      }
      const length = checkLength(chunk.readUInt32BE(at));
      if (chunk.length - at < length) {
        this.#begun = Buffer.allocUnsafe(length);
        continue;
      }
      this.#take(chunk.subarray(at, at + length));
      at += length;
    }
  }

  /** Copies what belongs to the frame that has begun; returns how many octets that were. */
  #fill(chunk: Buffer, from: number): number {
    this.#begun ??= Buffer.allocUnsafe(4);
    const copied = chunk.copy(this.#begun, this.#filled, from);
    this.#filled += copied;
    if (this.#filled < this.#begun.length) return copied;
    if (this.#begun.length === 4) this.#makeRoom(this.#begun);
    else this.#finish(this.#begun);
    return copied;
  }

  #makeRoom(prefix: Buffer): void {
    this.#begun = Buffer.allocUnsafe(checkLength(prefix.readUInt32BE(0)));
    prefix.copy(this.#begun);
  }

  #finish(frame: Buffer): void {
    this.#begun = undefined;
    this.#filled = 0;
    this.#take(frame);
  }
}

function checkLength(length: number): number {
  if (length >= headerSize && length <= largestFrame) return length;
  throw new BadLengthError(`a PDU of ${length} octets`);
}

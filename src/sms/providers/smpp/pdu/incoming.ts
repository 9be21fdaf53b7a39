import type { Socket } from 'node:net';
import { decodePdu, readHeader } from './decode-pdu.ts';
import { Framer } from './framer.ts';
import { MalformedPduError } from './octets.ts';
import type { DataSm, ForeignPdu, Pdu } from './pdu.ts';

export type AnyPdu = Pdu | DataSm | ForeignPdu;

export type Receiver = {
  take: (pdu: AnyPdu) => void;
  /** Called for a PDU that cannot be read; those after it can. */
  refuse: (sequence: number, reason: string) => void;
};

/** The bytes that come over a connection, read as PDUs, in order. */
export class Incoming {
  readonly #receiver: Receiver;
  readonly #framer = new Framer((frame) => this.#decode(frame));

  constructor(receiver: Receiver) {
    this.#receiver = receiver;
  }

  /** @throws BadLengthError where the begin of the next PDU is unknown. */
  push(chunk: Buffer): void {
    this.#framer.push(chunk);
  }

  #decode(frame: Buffer): void {
    let pdu: AnyPdu;
    try {
      pdu = decodePdu(frame);
    } catch (error) {
      if (!(error instanceof MalformedPduError)) throw error;
      this.#receiver.refuse(readHeader(frame).sequence, error.message);
      return;
    }
    this.#receiver.take(pdu);
  }
}

/** A peer that does not read is left when so many octets wait for it. */
const mostUnread = 1_000_000;

/** Writes PDUs; those of one cycle of the event loop leave in one packet where they fit. */
export class Outgoing {
  readonly #socket: Socket;
  #corked = false;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** @returns false where the peer does not read what we write; then nothing was written. */
  write(frame: Buffer): boolean {
    if (this.#socket.writableLength > mostUnread) return false;
    if (!this.#corked) {
      this.#corked = true;
      this.#socket.cork();
      process.nextTick(() => {
        this.#corked = false;
        this.#socket.uncork();
      });
    }
    this.#socket.write(frame);
    return true;
  }
}

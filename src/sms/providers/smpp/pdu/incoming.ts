import { decodePdu, readHeader } from './decode-pdu.ts';
import { Framer } from './framer.ts';
import { MalformedPduError } from './octets.ts';
import type { DataSm, ForeignPdu, Pdu } from './pdu.ts';

export type AnyPdu = Pdu | DataSm | ForeignPdu;

export type Receiver = {
  take: (pdu: AnyPdu) => void;
  /** Told of a PDU that cannot be read; those after it can. */
  refuse: (sequence: number, reason: string) => void;
};

/** What comes in over a connection: bytes to PDUs, in order. */
export class Incoming {
  readonly #receiver: Receiver;
  readonly #framer = new Framer((frame) => this.#decode(frame));

  constructor(receiver: Receiver) {
    this.#receiver = receiver;
  }

  /** @throws BadLengthError where nobody knows where the next PDU begins. */
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

import type { Logger } from 'pino';
import type { ShortMessage } from '../pdu/pdu.ts';
import { statuses } from '../pdu/statuses.ts';

/** Most deliveries in hand at once; the peer is asked to send further ones later. */
const mostInHand = 1000;

/** Deliveries of a session's peer, until they are durable. */
export class Deliveries {
  readonly #store: (message: ShortMessage) => Promise<void>;
  readonly #log: Logger;
  #inHand = 0;

  constructor(store: (message: ShortMessage) => Promise<void>, log: Logger) {
    this.#store = store;
    this.#log = log;
  }

  get inHand(): number {
    return this.#inHand;
  }

  /** @returns the status to answer with: only what is durable is confirmed. */
  async take(message: ShortMessage): Promise<number> {
    if (this.#inHand >= mostInHand) return statuses.throttled;
    this.#inHand += 1;
    try {
      await this.#store(message);
      return statuses.ok;
    } catch (error) {
      this.#log.error({ err: error }, 'a delivery could not be stored; it is to come again');
      return statuses.temporaryError;
    } finally {
      this.#inHand -= 1;
    }
  }
}

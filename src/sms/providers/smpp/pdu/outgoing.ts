import type { Socket } from 'node:net';

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

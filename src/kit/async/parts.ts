import type { Logger } from 'pino';
import { withDeadline } from './deadline.ts';

/** A long-lived part of the program: inert until started, and able to undo its start. */
export type Part = {
  name: string;
  start?: () => Promise<void>;
  stop?: () => Promise<void>;
  /** How long `stop` may take before the next part's turn comes, in milliseconds. */
  stopWithin?: number;
};

const defaultStopMs = 10_000;

/** Starts parts in order and stops in reverse what was started; one that fails to stop blocks none. */
export class Parts {
  readonly #log: Logger;
  readonly #started: Part[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Starts `part`; on failure, what already runs is stopped before the error goes on. */
  async start(part: Part): Promise<void> {
    try {
      await part.start?.();
      this.#started.push(part);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    for (let part = this.#started.pop(); part; part = this.#started.pop()) {
      const { name, stop, stopWithin = defaultStopMs } = part;
      try {
        if (stop) await withDeadline(`stopping ${name}`, stopWithin, stop());
      } catch (error) {
        this.#log.error({ err: error, part: name }, 'a part did not stop cleanly');
      }
    }
  }
}

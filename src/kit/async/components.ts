import type { Logger } from 'pino';
import { withDeadline } from './deadline.ts';

/** A long-lived part of the program: inert until started, and able to undo its start. */
export type Component = {
  name: string;
  start?: () => Promise<void>;
  stop?: () => Promise<void>;
  /** Longest `stop`, in milliseconds, before the next component is stopped. */
  stopWithin?: number;
  /** Set for what people need who only look: a server on a copy starts nothing else (decision 40). */
  isForLooking?: true;
};

const defaultStopMs = 10_000;

/** Starts components in order and stops the started ones in reverse; one that fails to stop blocks none. */
export class Components {
  readonly #log: Logger;
  readonly #started: Component[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Starts `component`; on failure, the started ones are stopped before the error is thrown. */
  async start(component: Component): Promise<void> {
    try {
      await component.start?.();
      this.#started.push(component);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    for (let component = this.#started.pop(); component; component = this.#started.pop()) {
      const { name, stop, stopWithin = defaultStopMs } = component;
      try {
        if (stop) await withDeadline(`stopping ${name}`, stopWithin, stop());
      } catch (error) {
        this.#log.error({ err: error, component: name }, 'a component did not stop cleanly');
      }
    }
  }
}

import { minuteMs } from '../../../kit/time/units.ts';
import type { FleetDeps } from '../fleet-deps.ts';
import { milliseconds } from '../report-table.ts';
import type { Tally } from '../tally.ts';

/** What a progress line says of the last whole minute. */
export class LastMinute {
  readonly #tally: Tally;
  readonly #deps: Pick<FleetDeps, 'stopwatch' | 'openConnections'>;
  #startedAt: number;
  #storedBefore: number;
  #note = '';

  constructor(tally: Tally, deps: Pick<FleetDeps, 'stopwatch' | 'openConnections'>) {
    this.#tally = tally;
    this.#deps = deps;
    this.#startedAt = deps.stopwatch();
    this.#storedBefore = tally.stored;
    tally.minuteMicros.reset();
  }

  /** Readings a second, times to the answer and open connections; empty in the first minute. */
  note(): string {
    const passed = this.#deps.stopwatch() - this.#startedAt;
    if (passed >= minuteMs) this.#close(passed);
    return this.#note;
  }

  #close(passed: number): void {
    const { stored, minuteMicros, backlog } = this.#tally;
    const rate = Math.round(((stored - this.#storedBefore) * 1000) / passed);
    const [p50, p99] = [50, 99].map((percent) => milliseconds(minuteMicros, percent));
    this.#note =
      `; in the last minute ${rate} a second, p50 ${p50} ms, p99 ${p99} ms` +
      `; ${this.#deps.openConnections()} connections open` +
      `${backlog?.isDraining ? `; ${backlog.left} of the blackout's to come` : ''}`;
    this.#startedAt += passed;
    this.#storedBefore = stored;
    minuteMicros.reset();
  }
}

import { setImmediate } from 'node:timers/promises';
import type { Member } from '../enrol-fleet.ts';
import type { FleetDeps } from '../fleet-deps.ts';
import type { Blackout } from '../options.ts';
import { createRandom } from '../tank/random.ts';
import { Backlog } from './backlog.ts';
import { Schedule } from './schedule.ts';
import { Turns } from './turns.ts';

/** How a fleet lives. */
export interface Pace {
  /** Wall time, epoch milliseconds. */
  startsAt: number;
  endsAt: number;
  /** Simulated minutes and real milliseconds between two readings of a device. */
  readingMinutes: number;
  intervalMs: number;
  blackout: Blackout | null;
}

/** What is taken from the schedule before answers that have come get their turn. */
const EVENTS_AT_ONCE = 64;

/** Beside the two codes of each device: its reading and its retry. */
const BLACKOUT_BEGINS = 0;
const BLACKOUT_ENDS = 1;
const FIRST_DEVICE = 2;

/**
 * A fleet in its life: one loop over one schedule of readings and retries, so that a device costs no
 * timer and no waiting promise. What there is to send waits for one of the fleet's turns.
 */
export class LiveFleet {
  readonly #members: readonly Member[];
  readonly #pace: Pace;
  readonly #deps: FleetDeps;
  readonly #onReading: () => void;
  readonly #schedule = new Schedule();
  readonly #turns: Turns;
  /** The moment of each device's last reading, or of its start. */
  readonly #readAt: Float64Array;
  readonly #retryIsDue: Uint8Array;
  #nap: { until: number; controller: AbortController } | null = null;

  constructor(
    members: readonly Member[],
    pace: Pace,
    { concurrency, onReading }: { concurrency: number; onReading: () => void },
    deps: FleetDeps,
  ) {
    this.#members = members;
    this.#pace = pace;
    this.#deps = deps;
    this.#onReading = onReading;
    this.#readAt = new Float64Array(members.length).fill(pace.startsAt);
    this.#retryIsDue = new Uint8Array(members.length);
    const { stopwatch, tally } = deps;
    this.#turns = new Turns(members.length, concurrency, (index) => this.#visit(index), {
      stopwatch,
      onWait: (ms) => tally.turnMicros.record(Math.max(1, Math.round(ms * 1000))),
    });
  }

  /** Lives until the end of the pace or the signal, and until what is under way then is answered. */
  async run(): Promise<void> {
    const { signal } = this.#deps;
    this.#begin();
    const wake = () => this.#nap?.controller.abort();
    signal.addEventListener('abort', wake, { once: true });
    while (!signal.aborted && this.#schedule.nextAt < this.#pace.endsAt) {
      await this.#sleepUntil(this.#schedule.nextAt);
      if (signal.aborted) break;
      if (this.#handleDue()) await setImmediate();
    }
    signal.removeEventListener('abort', wake);
    await this.#turns.close();
    this.#deps.uplink.isUp = true;
  }

  /** Devices were switched on at different moments; a fleet in step would come in waves. */
  #begin(): void {
    const { startsAt, intervalMs, blackout } = this.#pace;
    for (const [index, { plan, device }] of this.#members.entries()) {
      device.goLive(startsAt);
      const phase = createRandom(plan.seed, 'phase')();
      this.#readAt[index] = startsAt;
      this.#schedule.add(startsAt + phase * intervalMs, readingOf(index));
    }
    if (blackout === null) return;
    const begins = startsAt + blackout.afterSeconds * 1000;
    this.#schedule.add(begins, BLACKOUT_BEGINS);
    this.#schedule.add(begins + blackout.seconds * 1000, BLACKOUT_ENDS);
  }

  /** Does what is due by now, up to a number; whether there may be more. */
  #handleDue(): boolean {
    for (let left = EVENTS_AT_ONCE; left > 0; left -= 1) {
      const { nextAt } = this.#schedule;
      if (nextAt > this.#deps.now() || nextAt >= this.#pace.endsAt) return false;
      const due = this.#schedule.take();
      if (due !== undefined) this.#handle(due.code, due.at);
    }
    return true;
  }

  #handle(code: number, at: number): void {
    const index = (code - FIRST_DEVICE) >> 1;
    if (code === BLACKOUT_BEGINS) this.#beginBlackout();
    else if (code === BLACKOUT_ENDS) this.#endBlackout(at);
    else if (code === readingOf(index)) this.#read(index, at);
    else this.#retry(index);
  }

  /**
   * The timer of a board takes readings also while it sends; those that this machine was too slow for
   * are missed, and not made up for.
   */
  #read(index: number, due: number): void {
    const device = this.#deviceOf(index);
    const { intervalMs, readingMinutes } = this.#pace;
    const { tally } = this.#deps;
    const late = Math.max(0, Math.floor((this.#deps.now() - due) / intervalMs));
    tally.missed += late;
    this.#schedule.add(due + (1 + late) * intervalMs, readingOf(index));
    const minutes = ((due - (this.#readAt[index] ?? due)) / intervalMs) * readingMinutes;
    this.#readAt[index] = due;
    // Rounded down, so that what was due before a blackout ended counts as taken before.
    device.takeReading(minutes, Math.floor(due));
    this.#onReading();
    this.#turns.ask(index);
  }

  #retry(index: number): void {
    this.#retryIsDue[index] = 0;
    this.#turns.ask(index);
  }

  async #visit(index: number): Promise<void> {
    const device = this.#deviceOf(index);
    await device.deliver();
    await device.obeyCommands();
    // Where its own network is down it looks again with its next reading.
    if (device.waiting === 0 || !device.isConnected || this.#retryIsDue[index] === 1) return;
    this.#retryIsDue[index] = 1;
    const at = Math.max(device.notBefore, this.#deps.now() + 1);
    this.#schedule.add(at, readingOf(index) + 1);
    if (this.#nap !== null && at < this.#nap.until) this.#nap.controller.abort();
  }

  #beginBlackout(): void {
    this.#deps.uplink.isUp = false;
    this.#deps.dropConnections();
  }

  /** The network is back, and boards notice: whoever kept something sends it at once. */
  #endBlackout(at: number): void {
    const { tally, uplink, stopwatch } = this.#deps;
    uplink.isUp = true;
    let kept = 0;
    for (const { device } of this.#members) kept += device.waiting;
    tally.backlog = new Backlog(kept, at, stopwatch);
    for (const [index, { device }] of this.#members.entries()) {
      if (device.waiting > 0) this.#turns.ask(index);
    }
  }

  async #sleepUntil(at: number): Promise<void> {
    if (at <= this.#deps.now()) return;
    const controller = new AbortController();
    this.#nap = { until: at, controller };
    await this.#deps.sleepUntil(at, controller.signal);
    this.#nap = null;
  }

  #deviceOf(index: number): Member['device'] {
    const member = this.#members[index];
    if (member === undefined) throw new RangeError(`no device ${index}`);
    return member.device;
  }
}

function readingOf(index: number): number {
  return FIRST_DEVICE + 2 * index;
}

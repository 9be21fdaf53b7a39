import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { createRandom } from '../../simulator/random.ts';
import { inPhase } from '../progress.ts';
import type { FleetDeps, Member } from './fleet.ts';
import type { Blackout, SimulateOptions } from './options.ts';
import { LastMinute, tallyNote } from './report.ts';
import { Schedule } from './schedule.ts';
import { Backlog } from './tally.ts';

const closingTries = 3;

/**
 * Runs at the chosen speed until the duration is over or the signal comes. Faster than real time, simulated
 * time runs ahead of the wall clock; devices always send wall time.
 */
export async function runLive(
  members: readonly Member[],
  { durationSeconds, everySeconds, speed, concurrency, blackout }: SimulateOptions,
  deps: FleetDeps,
): Promise<void> {
  const { tally, progress } = deps;
  const startsAt = deps.now();
  const readingMinutes = everySeconds / 60;
  const pace = {
    startsAt,
    endsAt: startsAt + (durationSeconds ?? Number.POSITIVE_INFINITY) * 1000,
    readingMinutes,
    intervalMs: (readingMinutes / speed) * 1000,
    blackout,
    concurrency,
  };
  const lastMinute = new LastMinute(deps);
  await inPhase(progress, 'Live readings', null, async (advance) => {
    const onReading = () => advance(1, `${tallyNote(tally)}${lastMinute.note()}`);
    await new LiveFleet(members, pace, onReading, deps).run();
    await pLimit(concurrency).map(members, async ({ device }) => {
      if (device.isConnected) await device.deliverAll(closingTries);
    });
  });
  for (const { device } of members) {
    tally.unsent += device.waiting;
    tally.outages += device.outages;
  }
}

/** Speed and limits of a fleet. */
type Pace = {
  /** Wall time, epoch milliseconds. */
  startsAt: number;
  endsAt: number;
  /** Simulated minutes and real milliseconds between two readings of a device. */
  readingMinutes: number;
  intervalMs: number;
  blackout: Blackout | null;
  /** Devices that talk at once; the others wait in the order of asking. */
  concurrency: number;
};

/** Events handled before arrived answers are looked at. */
const eventsAtOnce = 64;

/** Codes beside the two of each device, its reading and its retry. */
const blackoutBegins = 0;
const blackoutEnds = 1;
const readingOf = (index: number) => 2 + 2 * index;
const retryOf = (index: number) => 3 + 2 * index;

/**
 * A running fleet: one loop over one schedule of readings and retries, so that a device costs no timer and
 * no waiting promise while it has nothing to send.
 */
class LiveFleet {
  readonly #members: readonly Member[];
  readonly #pace: Pace;
  readonly #onReading: () => void;
  readonly #deps: FleetDeps;
  readonly #schedule = new Schedule();
  readonly #limit: ReturnType<typeof pLimit>;
  /** Set if a device waits for its call, or calls. */
  readonly #isCalling: Uint8Array;
  #onIdle: (() => void) | null = null;
  /** Instant of each device's last reading, or of its start. */
  readonly #readAt: Float64Array;
  readonly #retryIsDue: Uint8Array;
  #nap: { until: number; controller: AbortController } | null = null;

  constructor(members: readonly Member[], pace: Pace, onReading: () => void, deps: FleetDeps) {
    this.#members = members;
    this.#pace = pace;
    this.#onReading = onReading;
    this.#deps = deps;
    this.#limit = pLimit(pace.concurrency);
    this.#isCalling = new Uint8Array(members.length);
    this.#readAt = new Float64Array(members.length).fill(pace.startsAt);
    this.#retryIsDue = new Uint8Array(members.length);
  }

  /** Runs until the end of the pace or the signal, and until requests under way are answered. */
  async run(): Promise<void> {
    const { signal, uplink } = this.#deps;
    this.#begin();
    const wake = () => this.#nap?.controller.abort();
    signal.addEventListener('abort', wake, { once: true });
    while (!signal.aborted && this.#schedule.nextAt < this.#pace.endsAt) {
      await this.#sleepUntil(this.#schedule.nextAt);
      if (signal.aborted) break;
      if (this.#handleDue()) await setImmediate();
    }
    signal.removeEventListener('abort', wake);
    this.#limit.clearQueue();
    if (this.#limit.activeCount > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    uplink.isUp = true;
  }

  /** Devices were switched on at different instants; a fleet in step would come in waves. */
  #begin(): void {
    const { startsAt, intervalMs, blackout } = this.#pace;
    for (const [index, { plan, device }] of this.#members.entries()) {
      device.goLive(startsAt);
      const phase = createRandom(plan.seed, 'phase')();
      this.#schedule.add(startsAt + phase * intervalMs, readingOf(index));
    }
    if (blackout === null) return;
    const begins = startsAt + blackout.afterSeconds * 1000;
    this.#schedule.add(begins, blackoutBegins);
    this.#schedule.add(begins + blackout.seconds * 1000, blackoutEnds);
  }

  /** Handles due events, up to a number; true if there may be more. */
  #handleDue(): boolean {
    for (let left = eventsAtOnce; left > 0; left -= 1) {
      const { nextAt } = this.#schedule;
      if (nextAt > this.#deps.now() || nextAt >= this.#pace.endsAt) return false;
      const due = this.#schedule.take();
      if (due !== undefined) this.#handle(due.code, due.at);
    }
    return true;
  }

  #handle(code: number, at: number): void {
    if (code === blackoutBegins) this.#beginBlackout();
    else if (code === blackoutEnds) this.#endBlackout(at);
    else {
      const index = (code - 2) >> 1;
      if (code === readingOf(index)) this.#read(index, at);
      else this.#retryIsDue[index] = 0;
      this.#call(index);
    }
  }

  /**
   * The timer of a board takes readings also while it sends; readings that this machine was too slow for
   * are missed.
   */
  #read(index: number, due: number): void {
    const { intervalMs, readingMinutes } = this.#pace;
    const { tally, now } = this.#deps;
    const late = Math.max(0, Math.floor((now() - due) / intervalMs));
    tally.missed += late;
    this.#schedule.add(due + (1 + late) * intervalMs, readingOf(index));
    const minutes = ((due - (this.#readAt[index] ?? due)) / intervalMs) * readingMinutes;
    this.#readAt[index] = due;
    // Rounded down, so that a reading due before a blackout ended counts as taken before.
    this.#deviceOf(index).takeReading(minutes, Math.floor(due));
    this.#onReading();
  }

  /** Lets a device call the server as soon as a place is free, unless it waits already. */
  #call(index: number): void {
    if (this.#isCalling[index] === 1) return;
    this.#isCalling[index] = 1;
    const { stopwatch, tally } = this.#deps;
    const asked = stopwatch();
    void this.#limit(async () => {
      tally.turnMicros.record(Math.max(1, Math.round((stopwatch() - asked) * 1000)));
      await this.#visit(index);
      this.#isCalling[index] = 0;
      if (this.#limit.activeCount === 1) this.#onIdle?.();
    });
  }

  async #visit(index: number): Promise<void> {
    const device = this.#deviceOf(index);
    await device.deliver();
    await device.obeyCommands();
    // If its own network is down it tries again with its next reading.
    if (device.waiting === 0 || !device.isConnected || this.#retryIsDue[index] === 1) return;
    this.#retryIsDue[index] = 1;
    const at = Math.max(device.notBefore, this.#deps.now() + 1);
    this.#schedule.add(at, retryOf(index));
    if (this.#nap !== null && at < this.#nap.until) this.#nap.controller.abort();
  }

  #beginBlackout(): void {
    this.#deps.uplink.isUp = false;
    this.#deps.dropConnections();
  }

  /** The network is back, and boards detect it: each that kept readings sends them at once. */
  #endBlackout(at: number): void {
    const { tally, uplink, stopwatch } = this.#deps;
    uplink.isUp = true;
    const kept = this.#members.reduce((sum, { device }) => sum + device.waiting, 0);
    tally.backlog = new Backlog(kept, at, stopwatch);
    for (const [index, { device }] of this.#members.entries()) {
      if (device.waiting > 0) this.#call(index);
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

import { minuteMs } from '../../kit/time/units.ts';
import { DeviceClock, Network } from '../../simulator/board.ts';
import { createRandom, type Random } from '../../simulator/random.ts';
import { VirtualTank } from '../../simulator/tank.ts';
import type { TankPlan } from '../../simulator/tank-plan.ts';
import {
  type DeviceClient,
  type DeviceCommand,
  pushForm,
  type Refused,
  type Stored,
} from './device-client.ts';
import { type BufferedReading, ReadingBuffer } from './reading-buffer.ts';
import { type Pacing, retryWait } from './send.ts';
import type { Tally } from './tally.ts';

/** Twelve hours of one reading a minute: a small board's flash. */
const memory = 720;
const pollEveryReadings = 10;
/** A difference from the server's clock up to this is not why a reading was refused. */
const clockToleranceMs = minuteMs;
/** A reading that waits longer than this for the network is late. */
const lateMs = 10_000;

type DeviceDeps = Pacing & {
  tally: Tally;
  /** The link that all devices share to the server. */
  uplink: { isUp: boolean };
};

/** The board on a tank: takes readings, keeps those it cannot send, obeys commands. */
export class VirtualDevice {
  readonly tank: VirtualTank;
  readonly #plan: TankPlan;
  readonly #client: DeviceClient;
  readonly #deps: DeviceDeps;
  readonly #buffer = new ReadingBuffer(memory);
  /** Made at the first failure: most devices of a fleet never need it. */
  #backoff: Random | null = null;
  /** Null where it never fails. */
  #network: Network | null = null;
  #clock: DeviceClock;
  #isLive = false;
  #failuresInARow = 0;
  #readingsSincePoll = 0;
  #pendingCommands = 0;
  /** True wall time before which the device does not call the server. */
  notBefore = 0;

  constructor(plan: TankPlan, client: DeviceClient, startsAt: number, deps: DeviceDeps) {
    this.#plan = plan;
    this.#client = client;
    this.#deps = deps;
    this.tank = new VirtualTank(plan, startsAt);
    this.#clock = new DeviceClock(0, 0, startsAt);
  }

  /** Number of kept readings. */
  get waiting(): number {
    return this.#buffer.size;
  }

  get outages(): number {
    return this.#network?.outages ?? 0;
  }

  /** True if there is a way to the server: by the device's own network, and by the shared uplink. */
  get isConnected(): boolean {
    const isUp = this.#network?.isUp(this.tank.at) ?? true;
    return isUp && this.#deps.uplink.isUp;
  }

  /** Turns on the device's own faults, of its clock and network. `at` is wall time. */
  goLive(at: number): void {
    const { firmware, seed } = this.#plan;
    this.#isLive = true;
    this.#network = firmware.networkFails ? new Network(seed, this.tank.at) : null;
    this.#clock = new DeviceClock(firmware.clockOffsetMs, firmware.clockDriftPpm, at);
  }

  /** Simulates some minutes and takes a reading, whose true wall time is `takenAt`. */
  takeReading(minutes: number, takenAt: number): void {
    const { tally } = this.#deps;
    this.tank.step(minutes);
    this.#readingsSincePoll += 1;
    const dropped = this.#buffer.put(this.tank.read(), takenAt);
    if (dropped === undefined) return;
    tally.dropped += 1;
    tally.backlog?.leave(dropped.takenAt);
  }

  /** Sends the kept readings, oldest first, until all are answered or the server or network fails. */
  async deliver(): Promise<void> {
    let goesOn = this.#reachesServer();
    while (goesOn && this.#buffer.oldest !== undefined) {
      goesOn = await this.#push(this.#buffer.oldest);
    }
    this.#buffer.markLate();
  }

  /** Sends the kept readings in at most so many tries, each when the server allows it. */
  async deliverAll(tries: number): Promise<void> {
    const { sleepUntil, signal } = this.#deps;
    for (let left = tries; this.waiting > 0 && left > 0; left -= 1) {
      await sleepUntil(this.notBefore, signal);
      if (signal.aborted) return;
      await this.deliver();
    }
  }

  /** Fetches commands where some are known to wait, or from time to time, and obeys them. */
  async obeyCommands(): Promise<void> {
    const isDue = this.#pendingCommands > 0 || this.#readingsSincePoll >= pollEveryReadings;
    if (!isDue || !this.#reachesServer()) return;
    this.#readingsSincePoll = 0;
    this.#pendingCommands = 0;
    for (const command of await this.#client.poll()) {
      if (command.sensor_name !== this.#plan.sensorName) continue;
      this.#obey(command);
      await this.#client.acknowledge(command.command_id);
    }
  }

  #reachesServer(): boolean {
    return this.isConnected && this.#deps.now() >= this.notBefore;
  }

  /** Pushes the oldest reading; true if the device may go on with the next. */
  async #push(entry: BufferedReading): Promise<boolean> {
    if (entry.tries === 0 && this.#deps.now() - entry.takenAt > lateMs) entry.isLate = true;
    entry.form ??= this.#formOf(entry);
    if (entry.tries > 0) this.#deps.tally.retried += 1;
    entry.tries += 1;
    // Only a stamped reading can be recognised again; a bare one would rightly be stored twice.
    const canBeResent = this.#isStamped(entry) && entry.ghostId === null;
    const losesAnswer = canBeResent && this.#network?.losesAnswer() === true;
    const outcome = await this.#client.push(entry.form);
    if (outcome.kind === 'failed') {
      this.#backOff(entry, outcome.retryAfter);
      return false;
    }
    if (outcome.kind === 'refused') this.#onRefused(entry, outcome);
    else this.#onStored(entry, outcome, losesAnswer);
    return true;
  }

  /** A stored reading is done, unless the answer was lost: then it is sent again unchanged. */
  #onStored(entry: BufferedReading, stored: Stored, losesAnswer: boolean): void {
    const { tally } = this.#deps;
    this.#failuresInARow = 0;
    if (entry.ghostId === null) {
      tally.stored += 1;
      if (this.#isLive && entry.isLate) tally.late += 1;
    } else {
      tally.duplicates += 1;
      if (entry.ghostId !== stored.readingId) tally.storedTwice += 1;
    }
    if (losesAnswer) {
      entry.ghostId = stored.readingId;
    } else {
      this.#pendingCommands = stored.pendingCommands;
      this.#forget(entry);
    }
  }

  /** As in firmware: a 400 while the clock disagrees with the Date header means a wrong clock. */
  #onRefused(entry: BufferedReading, { status, serverTime }: Refused): void {
    const now = this.#deps.now();
    const isClockWrong =
      status === 400 &&
      serverTime !== null &&
      this.#isStamped(entry) &&
      Math.abs(this.#clock.read(now) - serverTime) > clockToleranceMs;
    if (isClockWrong) {
      this.#clock.setBy(serverTime, now);
      this.#deps.tally.clocksSet += 1;
      this.#buffer.forgetForms();
    } else {
      this.#forget(entry);
    }
  }

  /** Drops the oldest reading. */
  #forget(oldest: BufferedReading): void {
    if (this.#buffer.removeOldest(oldest)) this.#deps.tally.backlog?.leave(oldest.takenAt);
  }

  #backOff(entry: BufferedReading, retryAfter: string | null): void {
    const now = this.#deps.now();
    this.#failuresInARow += 1;
    this.#backoff ??= createRandom(this.#plan.seed, 'backoff');
    this.notBefore = now + retryWait(retryAfter, this.#failuresInARow, now, this.#backoff);
    // A bare form would be stored under the time of the resend.
    if (!this.#isStamped(entry)) entry.form = null;
  }

  #obey({ command, turn_on_below, turn_off_above }: DeviceCommand): void {
    const { turnOnBelow, turnOffAbove } = this.tank.control;
    this.tank.control = {
      mode: command,
      turnOnBelow: turn_on_below ?? turnOnBelow,
      turnOffAbove: turn_off_above ?? turnOffAbove,
    };
  }

  #formOf(entry: BufferedReading): string {
    const recordedAt = this.#isStamped(entry) ? this.#clock.read(entry.takenAt) : null;
    return pushForm(this.#plan, entry.reading, recordedAt);
  }

  /** True if its form carries its time: in history always, later as in firmware. */
  #isStamped(entry: BufferedReading): boolean {
    return !this.#isLive || this.#plan.firmware.stampsEveryReading || entry.isLate;
  }
}

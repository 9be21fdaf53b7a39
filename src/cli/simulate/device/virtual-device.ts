import { minuteMs } from '../../../kit/time/units.ts';
import type { Tally } from '../tally.ts';
import { createRandom, type Random } from '../tank/random.ts';
import type { TankPlan } from '../tank/tank-plan.ts';
import { VirtualTank } from '../tank/virtual-tank.ts';
import type { DeviceClient, DeviceCommand, Refused, Stored } from './device-client.ts';
import { DeviceClock } from './device-clock.ts';
import { Network } from './network.ts';
import { pushForm } from './push-form.ts';
import { type BufferedReading, ReadingBuffer } from './reading-buffer.ts';
import { retryWait } from './retry-wait.ts';

/** Twelve hours of one reading a minute: what a small board keeps in flash. */
const MEMORY = 720;
const POLL_EVERY_READINGS = 10;
/** A clock that agrees with the server to within this is not why a reading was refused. */
const CLOCK_TOLERANCE_MS = minuteMs;
/** A reading that had to wait longer than this for the network has missed its moment. */
const LATE_MS = 10_000;

interface DeviceDeps {
  tally: Tally;
  /** True wall time, epoch milliseconds. */
  now: () => number;
  uplink: { isUp: boolean };
}

/** The board on the tank: takes readings, keeps what it cannot send, obeys commands. */
export class VirtualDevice {
  readonly tank: VirtualTank;
  readonly #plan: TankPlan;
  readonly #client: DeviceClient;
  readonly #deps: DeviceDeps;
  readonly #buffer = new ReadingBuffer(MEMORY);
  /** Grown with the first failure: most devices of a fleet never need it. */
  #backoff: Random | null = null;
  /** Null where it never fails. */
  #network: Network | null = null;
  #clock: DeviceClock;
  #isLive = false;
  #failuresInARow = 0;
  #readingsSincePoll = 0;
  #pendingCommands = 0;
  /** True wall time before which the device leaves the server alone. */
  notBefore = 0;

  constructor(plan: TankPlan, client: DeviceClient, startsAt: number, deps: DeviceDeps) {
    this.#plan = plan;
    this.#client = client;
    this.#deps = deps;
    this.tank = new VirtualTank(plan, startsAt);
    this.#clock = new DeviceClock(0, 0, startsAt);
  }

  get waiting(): number {
    return this.#buffer.size;
  }

  get outages(): number {
    return this.#network?.outages ?? 0;
  }

  /** Whether there is a way to the server: by the device's own network, and by what all share. */
  get isConnected(): boolean {
    const isUp = this.#network?.isUp(this.tank.at) ?? true;
    return isUp && this.#deps.uplink.isUp;
  }

  get #tally(): Tally {
    return this.#deps.tally;
  }

  /** From here on the device has its own faults: its clock, its network. `at` is wall time. */
  goLive(at: number): void {
    const { firmware, seed } = this.#plan;
    this.#isLive = true;
    this.#network = firmware.networkFails ? new Network(seed, this.tank.at) : null;
    this.#clock = new DeviceClock(firmware.clockOffsetMs, firmware.clockDriftPpm, at);
  }

  /** Lives on for some simulated minutes and takes a reading, whose true wall time is `takenAt`. */
  takeReading(minutes: number, takenAt: number): void {
    this.tank.step(minutes);
    this.#readingsSincePoll += 1;
    const dropped = this.#buffer.put(this.tank.read(), takenAt);
    if (dropped === undefined) return;
    this.#tally.dropped += 1;
    this.#tally.backlog?.leave(dropped.takenAt);
  }

  /** Sends what waits, oldest first, until all is answered or the server or network fails. */
  async deliver(): Promise<void> {
    let goesOn = this.#reachesServer();
    while (goesOn && this.#buffer.oldest !== undefined) {
      goesOn = await this.#push(this.#buffer.oldest);
    }
    this.#buffer.markLate();
  }

  /** Asks for commands where some are known to wait, or from time to time, and obeys them. */
  async obeyCommands(): Promise<void> {
    const isDue = this.#pendingCommands > 0 || this.#readingsSincePoll >= POLL_EVERY_READINGS;
    if (!isDue || !this.#reachesServer()) return;
    this.#readingsSincePoll = 0;
    this.#pendingCommands = 0;
    for (const command of await this.#client.poll()) {
      if (command.sensorName !== this.#plan.sensorName) continue;
      this.#obey(command);
      await this.#client.acknowledge(command.id);
    }
  }

  #reachesServer(): boolean {
    return this.isConnected && this.#deps.now() >= this.notBefore;
  }

  /** Pushes the oldest reading; whether the device may go on with the next. */
  async #push(entry: BufferedReading): Promise<boolean> {
    if (entry.tries === 0 && this.#deps.now() - entry.takenAt > LATE_MS) entry.isLate = true;
    entry.form ??= this.#formOf(entry);
    if (entry.tries > 0) this.#tally.retried += 1;
    entry.tries += 1;
    // Only a stamped reading can be known again; a bare one would be stored twice by right.
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

  /** A stored reading is done, unless the device never heard so: then it sends the same again. */
  #onStored(entry: BufferedReading, stored: Stored, losesAnswer: boolean): void {
    this.#failuresInARow = 0;
    if (entry.ghostId === null) {
      this.#tally.stored += 1;
      if (this.#isLive && entry.isLate) this.#tally.late += 1;
    } else {
      this.#tally.duplicates += 1;
      if (entry.ghostId !== stored.readingId) this.#tally.storedTwice += 1;
    }
    if (losesAnswer) {
      entry.ghostId = stored.readingId;
    } else {
      this.#pendingCommands = stored.pendingCommands;
      this.#forget(entry);
    }
  }

  /** As firmware does: a 400 while the clock disagrees with the Date header means a wrong clock. */
  #onRefused(entry: BufferedReading, { status, serverTime }: Refused): void {
    const now = this.#deps.now();
    const isClockWrong =
      status === 400 &&
      serverTime !== null &&
      this.#isStamped(entry) &&
      Math.abs(this.#clock.read(now) - serverTime) > CLOCK_TOLERANCE_MS;
    if (isClockWrong) {
      this.#clock.setBy(serverTime, now);
      this.#tally.clocksSet += 1;
      this.#buffer.forgetForms();
    } else {
      this.#forget(entry);
    }
  }

  /** The oldest needs no keeping any more. */
  #forget(oldest: BufferedReading): void {
    if (this.#buffer.removeOldest(oldest)) this.#tally.backlog?.leave(oldest.takenAt);
  }

  #backOff(entry: BufferedReading, retryAfter: string | null): void {
    const now = this.#deps.now();
    this.#failuresInARow += 1;
    this.#backoff ??= createRandom(this.#plan.seed, 'backoff');
    this.notBefore = now + retryWait(retryAfter, this.#failuresInARow, now, this.#backoff);
    // A bare form would be stored under the time of the resend.
    if (!this.#isStamped(entry)) entry.form = null;
  }

  #obey(command: DeviceCommand): void {
    const { turnOnBelow, turnOffAbove } = this.tank.control;
    this.tank.control = {
      mode: command.mode,
      turnOnBelow: command.turnOnBelow ?? turnOnBelow,
      turnOffAbove: command.turnOffAbove ?? turnOffAbove,
    };
  }

  #formOf(entry: BufferedReading): string {
    const recordedAt = this.#isStamped(entry) ? this.#clock.read(entry.takenAt) : null;
    return pushForm(this.#plan, entry.reading, recordedAt);
  }

  /** Whether its form says when it was taken: in history always, later as the firmware does. */
  #isStamped(entry: BufferedReading): boolean {
    return !this.#isLive || this.#plan.firmware.stampsEveryReading || entry.isLate;
  }
}

import type { Tally } from '../tally.ts';
import { createRandom, type Random } from '../tank/random.ts';
import type { TankPlan } from '../tank/tank-plan.ts';
import { VirtualTank } from '../tank/virtual-tank.ts';
import type { DeviceClient, DeviceCommand, PushOutcome } from './device-client.ts';
import { DeviceClock } from './device-clock.ts';
import { Network } from './network.ts';
import { pushForm } from './push-form.ts';
import { type BufferedReading, ReadingBuffer } from './reading-buffer.ts';
import { retryWait } from './retry-wait.ts';

/** Twelve hours of one reading a minute: what a small board keeps in flash. */
const MEMORY = 720;
const POLL_EVERY_READINGS = 10;
/** A clock that agrees with the server to within this is not why a reading was refused. */
const CLOCK_TOLERANCE_MS = 60_000;

/** The board on the tank: takes readings, keeps what it cannot send, obeys commands. */
export class VirtualDevice {
  readonly tank: VirtualTank;
  readonly #plan: TankPlan;
  readonly #client: DeviceClient;
  readonly #tally: Tally;
  readonly #now: () => number;
  readonly #buffer = new ReadingBuffer(MEMORY);
  readonly #backoff: Random;
  #network: Network;
  #clock: DeviceClock;
  #isLive = false;
  #failuresInARow = 0;
  #readingsSincePoll = 0;
  #pendingCommands = 0;
  /** True wall time before which the device leaves the server alone. */
  notBefore = 0;

  constructor(
    plan: TankPlan,
    client: DeviceClient,
    startsAt: number,
    deps: { tally: Tally; now: () => number },
  ) {
    this.#plan = plan;
    this.#client = client;
    this.#tally = deps.tally;
    this.#now = deps.now;
    this.tank = new VirtualTank(plan, startsAt);
    this.#backoff = createRandom(plan.seed, 'backoff');
    this.#network = new Network(false, plan.seed, startsAt);
    this.#clock = new DeviceClock(0, 0, startsAt);
  }

  /** How many readings wait for an answer. */
  get waiting(): number {
    return this.#buffer.size;
  }

  /** How often its network was lost so far. */
  get outages(): number {
    return this.#network.outages;
  }

  /** Whether the device reaches the server at the tank's time, as far as its network goes. */
  get isConnected(): boolean {
    return this.#network.isUp(this.tank.at);
  }

  /** From here on the device has its own faults: its clock, its network. `at` is wall time. */
  goLive(at: number): void {
    const { firmware, seed } = this.#plan;
    this.#isLive = true;
    this.#network = new Network(firmware.networkFails, seed, this.tank.at);
    this.#clock = new DeviceClock(firmware.clockOffsetMs, firmware.clockDriftPpm, at);
  }

  /** Lives on for some simulated minutes and takes a reading, whose true wall time is `takenAt`. */
  takeReading(minutes: number, takenAt: number): void {
    this.tank.step(minutes);
    this.#readingsSincePoll += 1;
    if (!this.#buffer.put(this.tank.read(), takenAt)) this.#tally.dropped += 1;
  }

  /** Sends what waits, oldest first, until all is answered or the server or network fails. */
  async deliver(): Promise<void> {
    let goesOn = this.isConnected && this.#now() >= this.notBefore;
    while (goesOn && this.#buffer.oldest !== undefined) {
      goesOn = await this.#push(this.#buffer.oldest);
    }
    this.#buffer.markLate();
  }

  /** Asks for commands where some are known to wait, or from time to time, and obeys them. */
  async obeyCommands(): Promise<void> {
    const isDue = this.#pendingCommands > 0 || this.#readingsSincePoll >= POLL_EVERY_READINGS;
    if (!isDue || !this.isConnected || this.#now() < this.notBefore) return;
    this.#readingsSincePoll = 0;
    this.#pendingCommands = 0;
    for (const command of await this.#client.poll()) {
      if (command.sensorName !== this.#plan.sensorName) continue;
      this.#obey(command);
      await this.#client.acknowledge(command.id);
    }
  }

  /** Pushes the oldest reading; whether the device may go on with the next. */
  async #push(entry: BufferedReading): Promise<boolean> {
    entry.form ??= this.#formOf(entry);
    if (entry.tries > 0) this.#tally.retried += 1;
    entry.tries += 1;
    const losesAnswer = this.#canBeResent(entry) && this.#network.losesAnswer();
    const outcome = await this.#client.push(entry.form);
    if (outcome.kind === 'stored') {
      this.#failuresInARow = 0;
      return this.#settle(entry, outcome, losesAnswer);
    }
    if (outcome.kind === 'refused') return this.#copeWithRefusal(entry, outcome);
    this.#stayAway(outcome.kind === 'busy' ? outcome.retryAfter : null);
    return false;
  }

  /** A stored reading is done, unless the device never heard so: then it sends the same again. */
  #settle(
    entry: BufferedReading,
    outcome: Extract<PushOutcome, { kind: 'stored' }>,
    losesAnswer: boolean,
  ): boolean {
    if (entry.ghostId === null) {
      this.#tally.stored += 1;
      if (this.#isLive && entry.isLate) this.#tally.late += 1;
    } else {
      this.#tally.duplicates += 1;
      if (entry.ghostId !== outcome.readingId) this.#tally.storedTwice += 1;
    }
    if (losesAnswer) {
      entry.ghostId = outcome.readingId;
    } else {
      this.#pendingCommands = outcome.pendingCommands;
      this.#buffer.removeOldest();
    }
    return true;
  }

  /** As firmware does: a 400 while the clock disagrees with the Date header means a wrong clock. */
  #copeWithRefusal(
    entry: BufferedReading,
    outcome: Extract<PushOutcome, { kind: 'refused' }>,
  ): boolean {
    const now = this.#now();
    const { status, serverTime } = outcome;
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
      this.#buffer.removeOldest();
    }
    return true;
  }

  #stayAway(retryAfter: string | null): void {
    const now = this.#now();
    this.#failuresInARow += 1;
    this.notBefore = now + retryWait(retryAfter, this.#failuresInARow, now, this.#backoff);
    // A bare form would be stored under the time of the resend.
    if (this.#buffer.oldest !== undefined && !this.#isStamped(this.#buffer.oldest)) {
      this.#buffer.oldest.form = null;
    }
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

  /** Only a stamped reading can be known again; a bare one would be stored twice by right. */
  #canBeResent(entry: BufferedReading): boolean {
    return this.#isStamped(entry) && entry.ghostId === null;
  }
}

import { hourMs, minuteMs } from '../kit/time/units.ts';
import { createRandom, exponential, gaussian, type Random, uniform } from './random.ts';

/** Behaviour of a device's program and board. */
export type Firmware = {
  /** Set if every reading carries `recorded_at`, and not only those that had to be kept. */
  stampsEveryReading: boolean;
  sendsSensorName: boolean;
  sendsApiKey: boolean;
  /** Lead of the device's clock over the true time at the start, in milliseconds. */
  clockOffsetMs: number;
  /** Its drift, in parts per million (1 ppm is 86 ms a day). */
  clockDriftPpm: number;
  /** Set if the network fails: outages, and lost answers. */
  networkFails: boolean;
};

/** A board with a right clock and a reliable network. */
export const steadyFirmware: Firmware = {
  stampsEveryReading: true,
  sendsSensorName: true,
  sendsApiKey: false,
  clockOffsetMs: 0,
  clockDriftPpm: 0,
  networkFails: false,
};

/** Draws a board like those on the market; without troubles its clock is right and its network holds. */
export function randomFirmware(random: Random, troubles: boolean): Firmware {
  const firmware = {
    stampsEveryReading: random() < 0.6,
    sendsSensorName: random() < 0.5,
    sendsApiKey: random() < 0.35,
    clockOffsetMs: randomOffset(random),
    clockDriftPpm: uniform(random, -40, 40),
    networkFails: true,
  };
  return troubles
    ? firmware
    : { ...firmware, clockOffsetMs: 0, clockDriftPpm: 0, networkFails: false };
}

/** One in ten is ahead by more than the five minutes that the server allows. */
function randomOffset(random: Random): number {
  const luck = random();
  if (luck < 0.7) return 0;
  const [low, high] = luck < 0.9 ? [-4, 4] : [6, 45];
  return Math.round(uniform(random, low, high) * minuteMs);
}

/** Clock of a device: an offset, and a crystal that runs a little fast or slow. */
export class DeviceClock {
  #offsetMs: number;
  #setAt: number;
  readonly #driftPpm: number;

  /** Offset and drift against true time; all instants in epoch milliseconds. */
  constructor(offsetMs: number, driftPpm: number, startsAt: number) {
    this.#offsetMs = offsetMs;
    this.#driftPpm = driftPpm;
    this.#setAt = startsAt;
  }

  read(at: number): number {
    return Math.round(at + this.#offsetMs + ((at - this.#setAt) * this.#driftPpm) / 1e6);
  }

  setBy(serverTime: number, at: number): void {
    this.#offsetMs = serverTime - at;
    this.#setAt = at;
  }
}

/** Time between two outages: two thirds of a day on average. */
const meanUpMs = 16 * hourMs;
const medianDownMs = 20 * minuteMs;
const longestDownMs = 8 * hourMs;
const lostAnswerChance = 0.005;

/** One device's network in simulated time: up for hours, then gone for minutes to hours. */
export class Network {
  readonly #weather: Random;
  readonly #answers: Random;
  #isUp = true;
  #changesAt: number;
  outages = 0;

  constructor(seed: number, startsAt: number) {
    this.#weather = createRandom(seed, 'network');
    this.#answers = createRandom(seed, 'answers');
    this.#changesAt = startsAt + exponential(this.#weather, meanUpMs);
  }

  /** True if the device reaches the server at a simulated instant; ask forward in time only. */
  isUp(at: number): boolean {
    while (at >= this.#changesAt) {
      this.#isUp = !this.#isUp;
      if (!this.#isUp) this.outages += 1;
      this.#changesAt += this.#isUp ? exponential(this.#weather, meanUpMs) : this.#downTime();
    }
    return this.#isUp;
  }

  /** True if the answer to the next request is lost although the server did its work. */
  losesAnswer(): boolean {
    return this.#answers() < lostAnswerChance;
  }

  #downTime(): number {
    return Math.min(medianDownMs * Math.exp(1.2 * gaussian(this.#weather)), longestDownMs);
  }
}

import { hourMs, minuteMs } from '../../../kit/time/units.ts';
import { createRandom, exponential, gaussian, type Random } from '../tank/random.ts';

/** Between two outages: two thirds of a day on average. */
const MEAN_UP_MS = 16 * hourMs;
const MEDIAN_DOWN_MS = 20 * minuteMs;
const LONGEST_DOWN_MS = 8 * hourMs;
const LOST_ANSWER_CHANCE = 0.005;

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
    this.#changesAt = startsAt + exponential(this.#weather, MEAN_UP_MS);
  }

  /** Whether the device reaches the world at a simulated instant; ask forward in time only. */
  isUp(at: number): boolean {
    while (at >= this.#changesAt) {
      this.#isUp = !this.#isUp;
      if (!this.#isUp) this.outages += 1;
      this.#changesAt += this.#isUp ? exponential(this.#weather, MEAN_UP_MS) : this.#downTime();
    }
    return this.#isUp;
  }

  /** Whether the answer to the next request gets lost although the server did its work. */
  losesAnswer(): boolean {
    return this.#answers() < LOST_ANSWER_CHANCE;
  }

  #downTime(): number {
    return Math.min(MEDIAN_DOWN_MS * Math.exp(1.2 * gaussian(this.#weather)), LONGEST_DOWN_MS);
  }
}

interface TurnsDeps {
  /** Milliseconds of a clock that only goes forward. */
  stopwatch: () => number;
  /** How long somebody waited for a turn, in milliseconds. */
  onWait: (ms: number) => void;
}

const IDLE = 0;
const WAITING = 1;
const UNDER_WAY = 2;

/** Who has something to do waits here, first come first served, for one of a few turns. */
export class Turns {
  readonly #states: Uint8Array;
  readonly #askedAt: Float64Array;
  readonly #most: number;
  readonly #work: (index: number) => Promise<void>;
  readonly #deps: TurnsDeps;
  #queue: number[] = [];
  #head = 0;
  #underWay = 0;
  #isClosed = false;
  #onIdle: (() => void) | null = null;

  /** For the numbers below `count`; `work` must not reject. */
  constructor(
    count: number,
    most: number,
    work: (index: number) => Promise<void>,
    deps: TurnsDeps,
  ) {
    this.#states = new Uint8Array(count);
    this.#askedAt = new Float64Array(count);
    this.#most = most;
    this.#work = work;
    this.#deps = deps;
  }

  /** Asks for a turn; who waits already or has one asks in vain. */
  ask(index: number): void {
    if (this.#isClosed || this.#states[index] !== IDLE) return;
    this.#states[index] = WAITING;
    this.#askedAt[index] = this.#deps.stopwatch();
    this.#queue.push(index);
    this.#giveTurns();
  }

  /** Gives no turns any more; resolves once those given are over. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#underWay === 0) return;
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
  }

  #giveTurns(): void {
    while (!this.#isClosed && this.#underWay < this.#most && this.#head < this.#queue.length) {
      const index = this.#queue[this.#head] ?? 0;
      this.#head += 1;
      this.#underWay += 1;
      this.#states[index] = UNDER_WAY;
      this.#deps.onWait(this.#deps.stopwatch() - (this.#askedAt[index] ?? 0));
      void this.#give(index);
    }
    // What was given out stays in front of the array until it is half of it.
    if (2 * this.#head > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
  }

  async #give(index: number): Promise<void> {
    await this.#work(index);
    this.#states[index] = IDLE;
    this.#underWay -= 1;
    this.#giveTurns();
    if (this.#underWay === 0) this.#onIdle?.();
  }
}

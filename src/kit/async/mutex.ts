/** Lets one holder in at a time, in the order of asking. */
export class Mutex {
  #tail: Promise<void> = Promise.resolve();
  #holders = 0;

  /** Resolves with the function that lets the next holder in, once all earlier ones have left. */
  async acquire(): Promise<() => void> {
    const before = this.#tail;
    let release: () => void = () => {};
    this.#holders += 1;
    this.#tail = new Promise((resolve) => {
      release = () => {
        this.#holders -= 1;
        resolve();
      };
    });
    await before;
    return release;
  }

  /** Whether nobody holds it or waits for it. */
  get isFree(): boolean {
    return this.#holders === 0;
  }

  /** Resolves at once when nobody holds or waits, else when all who came before have left. */
  async whenFree(): Promise<void> {
    while (!this.isFree) await this.#tail;
  }

  /** Runs `work` alone. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.acquire();
    try {
      return await work();
    } finally {
      release();
    }
  }
}

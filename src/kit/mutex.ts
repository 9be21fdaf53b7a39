/** Lets one holder in at a time, in the order of asking. */
export class Mutex {
  #tail: Promise<void> = Promise.resolve();

  /** Resolves with the function that lets the next holder in, once all earlier ones have left. */
  async acquire(): Promise<() => void> {
    const before = this.#tail;
    let release: () => void = () => {};
    this.#tail = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
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

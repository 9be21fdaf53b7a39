/** Lets a loop sleep until it is woken; a wake that comes while the loop is busy is not lost. */
export class WakeSignal {
  #isWoken = false;
  #endSleep: () => void = () => {};

  get isWoken(): boolean {
    return this.#isWoken;
  }

  wake(): void {
    this.#isWoken = true;
    this.#endSleep();
  }

  /** @returns whether it was woken before `ms` had passed. */
  async sleep(ms: number): Promise<boolean> {
    if (!this.#isWoken) await this.#pause(ms);
    const wasWoken = this.#isWoken;
    this.#isWoken = false;
    return wasWoken;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.#endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

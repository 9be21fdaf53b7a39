type FarProcess = { accounts: Set<number>; heardAt: number };

/**
 * Accounts that the other processes have listeners for, by their last announcements. Each process regularly
 * announces all of them, and a single one as soon as it has a listener. Times are monotonic milliseconds.
 */
export class InterestTable {
  readonly #lifeMs: number;
  readonly #processes = new Map<string, FarProcess>();
  /** Number of processes with listeners, by account. */
  readonly #counts = new Map<number, number>();

  /** @param lifeMs time after which a process without announcements counts as gone. */
  constructor(lifeMs: number) {
    this.#lifeMs = lifeMs;
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  has(accountId: number): boolean {
    return this.#counts.has(accountId);
  }

  /**
   * Adds accounts to those of a process.
   * @returns the accounts that no other process had listeners for before.
   */
  add(process: string, accounts: number[], now: number): number[] {
    const known = this.#heard(process, now);
    return accounts.filter((accountId) => {
      if (known.has(accountId)) return false;
      known.add(accountId);
      const count = this.#counts.get(accountId) ?? 0;
      this.#counts.set(accountId, count + 1);
      return count === 0;
    });
  }

  /** Replaces the accounts of a process. @returns as `add` does. */
  replace(process: string, accounts: number[], now: number): number[] {
    const all = new Set(accounts);
    const known = this.#heard(process, now);
    for (const accountId of known) {
      if (all.has(accountId)) continue;
      known.delete(accountId);
      this.#countDown(accountId);
    }
    return this.add(process, accounts, now);
  }

  /** Removes a process that has stopped. */
  remove(process: string): void {
    for (const accountId of this.#processes.get(process)?.accounts ?? []) {
      this.#countDown(accountId);
    }
    this.#processes.delete(process);
  }

  /** Renews the life of all processes after a time in which none could be heard. */
  renew(now: number): void {
    for (const process of this.#processes.values()) process.heardAt = now;
  }

  /** Removes processes that have been silent for too long. @returns true if there were any. */
  expire(now: number): boolean {
    const silent = [...this.#processes].filter(([, { heardAt }]) => heardAt <= now - this.#lifeMs);
    for (const [process] of silent) this.remove(process);
    return silent.length > 0;
  }

  #heard(name: string, now: number): Set<number> {
    const process = this.#processes.get(name) ?? { accounts: new Set<number>(), heardAt: now };
    process.heardAt = now;
    this.#processes.set(name, process);
    return process.accounts;
  }

  #countDown(accountId: number): void {
    const count = this.#counts.get(accountId) ?? 0;
    if (count > 1) this.#counts.set(accountId, count - 1);
    else this.#counts.delete(accountId);
  }
}

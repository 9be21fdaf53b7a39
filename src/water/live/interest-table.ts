type FarProcess = { accounts: Set<number>; heardAt: number };

/**
 * Which accounts the other processes listen for, as they last said. Each tells all of them now and
 * then, and a single one as soon as it has a listener. Times are in milliseconds that go forward.
 */
export class InterestTable {
  readonly #lifeMs: number;
  readonly #processes = new Map<string, FarProcess>();
  /** By how many processes each account is listened for. */
  readonly #counts = new Map<number, number>();

  /** @param lifeMs how long a process counts that is not heard of. */
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
   * A process listens for these accounts too.
   * @returns those of them that no other process was listening for before.
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

  /** A process listens for these accounts and for no others; @returns as `add` does. */
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

  /** A process has stopped. */
  remove(process: string): void {
    for (const accountId of this.#processes.get(process)?.accounts ?? []) {
      this.#countDown(accountId);
    }
    this.#processes.delete(process);
  }

  /** Nobody could be heard for a while; all get as long to be heard of again as if they had been. */
  renew(now: number): void {
    for (const process of this.#processes.values()) process.heardAt = now;
  }

  /** Forgets who has not been heard of for too long; @returns whether there was anybody. */
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

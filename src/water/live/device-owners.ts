import type { Db } from '../../db/db.ts';
import { findOwners } from '../devices/queries.ts';

/** About 50 bytes each; whoever fills this up has the busiest devices looked up again. */
const mostKept = 100_000;

/**
 * Whose a device is. A device has one owner as long as it exists and its id never comes again, so
 * what was once read stays true until the device is removed.
 */
export class DeviceOwners {
  readonly #db: Db;
  readonly #owners = new Map<number, number>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Makes the owners of devices known; those of devices that are gone stay unknown. */
  async learn(deviceIds: Iterable<number>): Promise<void> {
    const unknown = [...new Set(deviceIds)].filter((id) => !this.#owners.has(id));
    if (unknown.length === 0) return;
    const found = await findOwners(this.#db, unknown);
    if (this.#owners.size + found.length > mostKept) this.#owners.clear();
    for (const { id, owner_id } of found) this.#owners.set(id, owner_id);
  }

  of(deviceId: number): number | undefined {
    return this.#owners.get(deviceId);
  }

  forget(deviceId: number): void {
    this.#owners.delete(deviceId);
  }

  forgetAll(): void {
    this.#owners.clear();
  }
}

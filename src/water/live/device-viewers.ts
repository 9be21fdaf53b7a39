import type { Db } from '../../db/db.ts';
import { findViewers } from '../device-roles.ts';

/** About 150 bytes each; whoever fills this up has the busiest devices looked up again. */
const mostKept = 100_000;

const nobody: readonly number[] = [];

/** Who may see a device, as it was last read. Whoever changes that has it forgotten in every process. */
export class DeviceViewers {
  readonly #db: Db;
  readonly #viewers = new Map<number, readonly number[]>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Makes known who may see devices; those of devices that are gone stay unknown. */
  async learn(deviceIds: Iterable<number>): Promise<void> {
    const unknown = [...new Set(deviceIds)].filter((id) => !this.#viewers.has(id));
    if (unknown.length === 0) return;
    const found = await findViewers(this.#db, unknown);
    const byDevice = Map.groupBy(found, ({ device_id }) => device_id);
    if (this.#viewers.size + byDevice.size > mostKept) this.#viewers.clear();
    for (const [id, rows] of byDevice) {
      this.#viewers.set(
        id,
        rows.map(({ user_id }) => user_id),
      );
    }
  }

  of(deviceId: number): readonly number[] {
    return this.#viewers.get(deviceId) ?? nobody;
  }

  forget(deviceId: number): void {
    this.#viewers.delete(deviceId);
  }

  forgetAll(): void {
    this.#viewers.clear();
  }
}

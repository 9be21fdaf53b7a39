import type { Db } from '../../db/db.ts';
import { findViewers } from '../device-roles.ts';

/** Most devices kept, at about 150 bytes each; when it is full, all are dropped and looked up again. */
const mostKept = 100_000;

const nobody: readonly number[] = [];

/** Cache of the people who may see each device. A change of roles drops its devices in every process. */
export class DeviceViewers {
  readonly #db: Db;
  readonly #most: number;
  readonly #viewers = new Map<number, readonly number[]>();

  /** @param most devices that it keeps. */
  constructor(db: Db, most = mostKept) {
    this.#db = db;
    this.#most = most;
  }

  /** Looks up the viewers of devices; those of removed devices stay unknown. */
  async learn(deviceIds: Iterable<number>): Promise<void> {
    const wanted = [...new Set(deviceIds)];
    let unknown = wanted.filter((id) => !this.#viewers.has(id));
    if (unknown.length === 0) return;
    if (this.#viewers.size + unknown.length > this.#most) {
      this.#viewers.clear();
      unknown = wanted;
    }
    const found = await findViewers(this.#db, unknown);
    const byDevice = Map.groupBy(found, ({ device_id }) => device_id);
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

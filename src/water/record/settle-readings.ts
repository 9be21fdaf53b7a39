import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.ts';

/**
 * Makes the tables of readings and hourly rollups complete for a device; to be awaited before they
 * are read. Nothing to do on PostgreSQL, or where the device has sent nothing since.
 */
export type SettleReadings = (deviceId: number) => Promise<void>;

/** Devices of which is known that nothing waits. */
const mostKnown = 20_000;

/** Settles devices through the writer thread, and remembers which are settled. */
export function createSettler({ callWriter }: Pick<Database, 'callWriter'>) {
  const settled = new LRUCache<number, Promise<unknown>>({ max: mostKnown });

  const settle: SettleReadings = async (deviceId) => {
    if (!callWriter) return;
    let settling = settled.get(deviceId);
    if (!settling) {
      settling = callWriter('settleReadings', deviceId);
      settled.set(deviceId, settling);
      settling.catch(() => settled.delete(deviceId));
    }
    await settling;
  };

  return {
    settle,
    /** To be told of each device of a commit, before anybody is answered. */
    noticeReading: (deviceId: number): void => void settled.delete(deviceId),
  };
}

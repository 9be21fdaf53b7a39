import type { Database } from '../../db/database.ts';
import { DamagedReadings } from './packed/bytes.ts';
import { columnsOf, readingsOf, type Stretch } from './packed/stretches.ts';

export type PackedCheck = {
  stretches: number;
  readings: number;
  /** The first of what is wrong, in words. */
  faults: string[];
};

/** Stretches at once: a megabyte, which the main thread unpacks in some 50 ms. */
const atOnce = 100;
/** Most faults that are named. */
const mostFaults = 20;

/** Unpacks all packed readings: their sums, and that each stretch holds what its row says. */
export async function checkPackedReadings({ longRead }: Database): Promise<PackedCheck> {
  const found: PackedCheck = { stretches: 0, readings: 0, faults: [] };
  let after = { device_id: 0, sensor_no: 0, start_at: 0 };
  for (let isMore = true; isMore; ) {
    const page = await longRead
      .selectFrom('packed_readings')
      .selectAll()
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('device_id', 'sensor_no', 'start_at'),
          '>',
          tuple(after.device_id, after.sensor_no, after.start_at),
        ),
      )
      .orderBy('device_id')
      .orderBy('sensor_no')
      .orderBy('start_at')
      .limit(atOnce)
      .execute();
    for (const stretch of page) {
      const fault = faultOf(stretch);
      if (fault !== undefined && found.faults.length < mostFaults) found.faults.push(fault);
      found.stretches += 1;
      found.readings += stretch.count;
    }
    after = page.at(-1) ?? after;
    isMore = page.length === atOnce;
  }
  return found;
}

function faultOf(stretch: Stretch): string | undefined {
  const { device_id, sensor_no, start_at, last_at, count } = stretch;
  const name = `device ${device_id}, sensor ${sensor_no}, from ${new Date(start_at).toISOString()}`;
  try {
    const readings = readingsOf(stretch, columnsOf(stretch));
    const [first, last] = [readings[0], readings.at(-1)];
    const isAsSaid =
      readings.length === count &&
      last?.recorded_at === last_at &&
      (first?.recorded_at ?? 0) >= start_at;
    return isAsSaid ? undefined : `${name}: it holds other readings than its row says`;
  } catch (error) {
    if (!(error instanceof DamagedReadings)) throw error;
    return `${name}: ${error.message}`;
  }
}

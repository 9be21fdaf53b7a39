import type { Selectable } from 'kysely';
import type { RefillsTable } from '../../db/tables/tank-tables.ts';
import type { Refill } from './refill-rise.ts';

/** Stored refill; `hour` is the one in which its end was known. */
export type RefillRow = Selectable<RefillsTable>;

export function toRefillRow(
  { device_id, sensor_no, hour }: Pick<RefillRow, 'device_id' | 'sensor_no' | 'hour'>,
  refill: Refill,
): RefillRow {
  return {
    device_id,
    sensor_no,
    hour,
    begun_at: refill.begunAt,
    ended_at: refill.endedAt,
    level_before: refill.levelBefore,
    level_after: refill.levelAfter,
    risen_level: refill.risenLevel,
    risen_volume: refill.risenVolume,
  };
}

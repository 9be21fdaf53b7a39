import type { Db } from '../../db/db.ts';
import { hourMs } from '../../kit/time/units.ts';
import { type CorrectedStretch, isCorrected, type NamedStretch } from './corrected-stretch.ts';

/** By then the level that follows from the new shape is believed, of all boards but those that report seldom. */
const settleMs = hourMs;
const tankChanged = 'tank_changed';
const none: readonly CorrectedStretch[] = [];

/**
 * The stretch around a change of its tank in which the level of a sensor tells neither use nor refill: the water is
 * where it was, and the same measured height is another level now.
 * @param sensor with the newest reading before those that are to be booked.
 */
export function stretchesOfChange({
  tank_changed_at: at,
  recorded_at: newest,
}: {
  tank_changed_at: number | null;
  recorded_at: number | null;
}): readonly CorrectedStretch[] {
  if (at === null || newest === null || newest >= at + settleMs) return none;
  // The clock of a board may be late, so what comes next may say that it was measured before.
  return [{ begun_at: at - settleMs, ended_at: at + settleMs }];
}

/**
 * Notes a change of its tank for a ledger that is made anew. A sensor that measures no height is none of those that
 * show it.
 */
export async function noteTankChange(
  trx: Db,
  { device_id, sensor_name }: { device_id: number; sensor_name: string },
  now: number,
): Promise<void> {
  const sensor = await trx
    .selectFrom('sensors')
    .select(['sensor_no', 'recorded_at', 'level_cm'])
    .where('device_id', '=', device_id)
    .where('name', '=', sensor_name)
    .executeTakeFirst();
  if (sensor?.recorded_at == null || sensor.level_cm === null) return;
  const { sensor_no, recorded_at: begun_at } = sensor;
  const key = { device_id, sensor_no, kind: tankChanged, begun_at };
  // Of several changes between two readings the last one counts.
  await trx
    .deleteFrom('corrections')
    .where((eb) => eb.and(key))
    .execute();
  const ended_at = Math.max(begun_at, now) + settleMs;
  await trx
    .insertInto('corrections')
    .values({ ...key, ended_at, created_at: now, due_at: null })
    .execute();
}

/** Whether the tank was measured anew between two readings, as far as its corrections tell. */
export function isMeasuredAnew(
  stretches: readonly NamedStretch[],
  before: number,
  at: number,
): boolean {
  const changes = stretches.filter(({ kind }) => kind === tankChanged);
  return isCorrected(changes, before, at);
}

import type { Db } from '../../db/db.ts';
import { roundTo } from '../../kit/round.ts';
import { stretchBehind } from '../ledger/tank-change.ts';
import { storedGauge } from '../tank-shapes/stored-gauge.ts';
import type { SensorConfig } from './queries.ts';

type SensorName = Pick<SensorConfig, 'device_id' | 'sensor_name'>;
type Measured = { level: number | null; level_cm: number | null };

/** Heights are stored with two decimals, levels of a shape with three. */
const heightStep = 0.01;
const levelStep = 0.001;

/**
 * Notes for a ledger that is made anew that the tank of a sensor is another one.
 * @param before the tank as it was, as JSON; null where there was none.
 * @returns the instant of the last reading by the tank as it was, for the readings that follow; undefined where
 * there is none, or its level was the device's own.
 */
export async function noteTankChange(
  trx: Db,
  { device_id, sensor_name }: SensorName,
  before: string | null,
  now: number,
): Promise<number | undefined> {
  const sensor = await trx
    .selectFrom('sensors')
    .select(['sensor_no', 'recorded_at', 'level', 'level_cm'])
    .where('device_id', '=', device_id)
    .where('name', '=', sensor_name)
    .executeTakeFirst();
  if (sensor?.recorded_at == null) return undefined;
  const { sensor_no, recorded_at } = sensor;
  const row = {
    device_id,
    sensor_no,
    kind: 'tank_changed',
    ...stretchBehind(recorded_at),
  };
  // Of several changes between two readings the first one tells by which tank the reading before them is.
  const known = await trx
    .selectFrom('corrections')
    .select('id')
    .where((eb) => eb.and(row))
    .where('taken_back_at', 'is', null)
    .executeTakeFirst();
  if (known) return recorded_at;
  if (before === null || !isByShape(sensor, before)) return undefined;
  await trx
    .insertInto('corrections')
    .values({ ...row, created_at: now, due_at: null })
    .execute();
  return recorded_at;
}

/** Whether a level follows from the height beside it; a device may send a percent of its own. */
function isByShape({ level, level_cm }: Measured, tank: string): boolean {
  if (level === null || level_cm === null) return false;
  // What lies below the bottom is stored as 0, while its level may be that of a calibrated height.
  if (level_cm === 0) return true;
  const { heightOf, percentAt } = storedGauge(tank);
  const levelAt = (cm: number) => roundTo(percentAt(heightOf(cm)), 3);
  const play = Math.abs(levelAt(level_cm + heightStep) - levelAt(level_cm - heightStep));
  return Math.abs(level - levelAt(level_cm)) <= play + levelStep;
}

import type { Db } from '../../db/db.ts';
import { hourOf } from '../../kit/time/hour.ts';
import { dayMs, hourMs } from '../../kit/time/units.ts';
import { type CommandLives, livesFor } from '../pumps/pump-switch.ts';

/** How far apart the readings of devices came within the last day, in milliseconds, as their busiest sensor tells. */
export async function findUsualIntervals(
  db: Db,
  deviceIds: number[],
  now: number,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('hourly_rollups')
    .select('device_id')
    .select(({ fn }) => [fn.sum<number>('count').as('readings'), fn.countAll<number>().as('hours')])
    .where('device_id', 'in', deviceIds)
    .where('hour', '>=', hourOf(now - dayMs))
    .where('hour', '<', hourOf(now))
    .groupBy(['device_id', 'sensor_no'])
    .execute();
  const intervals = new Map<number, number>();
  for (const { device_id, readings, hours } of rows) {
    const interval = (hours * hourMs) / readings;
    intervals.set(device_id, Math.min(interval, intervals.get(device_id) ?? interval));
  }
  return intervals;
}

/** The lives of commands for a device, by how often it usually calls. */
export async function findLives(
  db: Db,
  deviceId: number,
  { now, ...lives }: CommandLives & { now: number },
): Promise<CommandLives> {
  const usual = await findUsualIntervals(db, [deviceId], now);
  return livesFor(usual.get(deviceId), lives);
}

import type { Database } from '../../../db/database.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { type Asked, readPasts, type SensorRead } from './read-past.ts';
import type { Usual, UsualOfSensor } from './schemas.ts';
import { tellUsual } from './tell-usual.ts';

/** What is usually used in each hour of the week, of each sensor that is asked about. */
export async function readUsual(db: Database, asked: Asked): Promise<Usual> {
  const { device, timezone, now } = asked;
  const sensors: UsualOfSensor[] = [];
  for await (const sensor of readPasts(db, asked)) sensors.push(usualOf(sensor, timezone));
  return { device_id: String(device.id), at: toIso(now), timezone, sensors };
}

function usualOf({ name, past }: SensorRead, timezone: string): UsualOfSensor {
  if (past) return tellUsual(past, timezone);
  const nothing = { since: null, daily_use: null, week: null } as const;
  return { sensor_name: name, unit: 'litre', ...nothing, reason: 'no_readings' };
}

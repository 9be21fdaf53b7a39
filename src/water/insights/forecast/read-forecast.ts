import type { Database } from '../../../db/database.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { findConfigs } from '../../sensor-configs/queries.ts';
import { type Asked, readPasts, type SensorRead } from './read-past.ts';
import type { Forecast, SensorForecast } from './schemas.ts';
import { type ForecastOptions, tellForecast } from './tell-forecast.ts';

/** What comes, of each sensor that is asked about. */
export async function readForecast(db: Database, asked: Asked): Promise<Forecast> {
  const { device, timezone, now } = asked;
  const configs = await findConfigs(db.read, device.id);
  const supplyOf = new Map(configs.map(({ sensor_name, supply }) => [sensor_name, supply]));
  const sensors: SensorForecast[] = [];
  for await (const sensor of readPasts(db, asked)) {
    const supply = supplyOf.get(sensor.name) ?? null;
    sensors.push(forecastOf(sensor, { supply, timezone, now }));
  }
  return { device_id: String(device.id), at: toIso(now), timezone, sensors };
}

function forecastOf({ name, past }: SensorRead, options: ForecastOptions): SensorForecast {
  if (past) return tellForecast(past, options);
  return {
    sensor_name: name,
    recorded_at: null,
    level: null,
    volume: null,
    unit: 'litre',
    daily_use: null,
    time_to_empty: null,
    time_to_full: null,
    ration: null,
    reason: 'no_readings',
  };
}

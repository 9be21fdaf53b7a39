import { type Static, Type } from 'typebox';
import { toIsoOrNull } from '../../kit/instant.ts';
import { FormObject, Instant, Nullable, OneOf } from '../../kit/schema.ts';
import { Location, ListQuery as PageQuery } from '../devices/schemas.ts';
import { DeviceId, PumpStatus, Status } from '../fields.ts';
import { Command } from '../pump-commands/schemas.ts';
import { pumpStatusOf, statusOf } from '../sensors/reading-schema.ts';
import type { findConfigsOf, findSensorsOf } from './queries.ts';
import { outlookOf, type WeekOfUse } from './time-to-empty.ts';

export const ListQuery = FormObject({
  ...PageQuery.properties,
  device_id: Type.Optional(DeviceId),
});

const TankSensor = Type.Object({
  sensor_name: Type.String(),
  level: Nullable(
    Type.Number({ description: 'Percent, 0 to 100; null before the first reading.' }),
  ),
  level_cm: Nullable(Type.Number()),
  volume: Nullable(Type.Number({ description: 'Litres.' })),
  temperature: Nullable(Type.Number()),
  pump_status: Nullable(PumpStatus),
  status: Nullable(Status),
  recorded_at: Nullable(Instant),
  capacity: Nullable(Type.Integer({ description: 'Litres; null where it is not configured.' })),
  high_threshold: Nullable(Type.Integer()),
  low_threshold: Nullable(Type.Integer()),
  unit: OneOf(['litre', 'percent'], { description: 'Of `daily_use`.' }),
  daily_use: Nullable(Type.Number({ description: 'Mean of the last 7 × 24 hours.' })),
  hours_to_empty: Nullable(Type.Number({ description: 'At that use.' })),
});
type TankSensor = Static<typeof TankSensor>;

export const Tank = Type.Object({
  device_id: Type.String(),
  device_name: Nullable(Type.String()),
  mac_or_serial: Type.String(),
  is_primary: Type.Boolean(),
  online: Type.Boolean(),
  last_seen_at: Nullable(Instant),
  location: Nullable(Location),
  unread_alerts: Type.Integer(),
  sensors: Type.Array(TankSensor),
  pump: Nullable(Command),
});
export type Tank = Static<typeof Tank>;

export type SensorRow = Awaited<ReturnType<typeof findSensorsOf>>[number];
export type ConfigRow = Awaited<ReturnType<typeof findConfigsOf>>[number];

/** A sensor that has sent something, is configured, or both. */
export function presentTankSensor(
  sensor: SensorRow | undefined,
  config: ConfigRow | undefined,
  week: WeekOfUse | undefined,
): TankSensor {
  const { level = null, volume = null } = sensor ?? {};
  const { unit, dailyUse, hoursToEmpty } = outlookOf(week, { level, volume });
  return {
    sensor_name: sensor?.name ?? config?.sensor_name ?? '',
    level,
    level_cm: sensor?.level_cm ?? null,
    volume,
    temperature: sensor?.temperature ?? null,
    pump_status: pumpStatusOf(sensor?.pump ?? null),
    status: sensor?.status == null ? null : statusOf(sensor.status),
    recorded_at: toIsoOrNull(sensor?.recorded_at ?? null),
    capacity: config?.capacity ?? null,
    high_threshold: config?.high_threshold ?? null,
    low_threshold: config?.low_threshold ?? null,
    unit,
    daily_use: dailyUse,
    hours_to_empty: hoursToEmpty,
  };
}

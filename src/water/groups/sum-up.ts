import { roundTo2 } from '../../kit/round.ts';
import { defaultThresholds } from '../status.ts';
import { believedLevel } from '../tank-shapes/believed-level.ts';
import { litresAt } from '../tank-shapes/litres-at.ts';
import type { TankUse } from '../tanks/present-use.ts';
import type { findConfigsOf, findConsumed, SensorRow } from '../tanks/queries.ts';
import type { Sums } from './schemas.ts';

type Config = Awaited<ReturnType<typeof findConfigsOf>>[number];
type Consumed = Awaited<ReturnType<typeof findConsumed>>[number];

/** Device of a group with the rows from which its sums are made. */
export type DeviceParts = {
  isOnline: boolean;
  sensors: readonly SensorRow[];
  configs: readonly Config[];
  /** Consumption since the day began. */
  consumed: readonly Consumed[];
  incidents: readonly number[];
};

type UseOf = (sensor: SensorRow) => TankUse;

/** Tank in the sums; unknown quantities are null. */
type Tank = {
  capacity: number | null;
  litres: number | null;
  isLow: boolean;
  isOver: boolean;
  litresToday: number | null;
  litresUsualDay: number | null;
};

/** Sums up some devices. Each sum is over the tanks with a known quantity; null without any. */
export function sumUp(devices: readonly DeviceParts[], useOf: UseOf): Sums {
  const tanks = devices.flatMap((device) => tanksOf(device, useOf));
  const measured = tanks.filter(({ capacity, litres }) => capacity !== null && litres !== null);
  const capacity = sumOf(tanks, 'capacity');
  const litres = sumOf(measured, 'litres');
  const filled = sumOf(measured, 'capacity');
  return {
    devices: devices.length,
    online: devices.filter(({ isOnline }) => isOnline).length,
    tanks: tanks.length,
    capacity_litres: capacity,
    litres,
    level_percent: litres === null || !filled ? null : roundTo2((100 * litres) / filled),
    low: tanks.filter(({ isLow }) => isLow).length,
    overflow: tanks.filter(({ isOver }) => isOver).length,
    open_alerts: new Set(devices.flatMap(({ incidents }) => incidents)).size,
    litres_today: sumOf(tanks, 'litresToday'),
    litres_usual_day: sumOf(tanks, 'litresUsualDay'),
  };
}

type Quantity = 'capacity' | 'litres' | 'litresToday' | 'litresUsualDay';

function sumOf(tanks: readonly Tank[], quantity: Quantity): number | null {
  const known = tanks.map((tank) => tank[quantity]).filter((value) => value !== null);
  return known.length === 0 ? null : roundTo2(known.reduce((sum, value) => sum + value, 0));
}

/** Returns the sensors with a reading, and those that are only configured. */
function tanksOf({ sensors, configs, consumed }: DeviceParts, useOf: UseOf): Tank[] {
  const read = sensors.filter(({ recorded_at }) => recorded_at !== null);
  const configOf = new Map(configs.map((config) => [config.sensor_name, config]));
  const consumedOf = new Map(consumed.map((each) => [each.sensor_no, each]));
  const names = new Set(read.map(({ name }) => name));
  const unread = configs.filter(({ sensor_name }) => !names.has(sensor_name));
  return [
    ...read.map((row) => {
      const use = useOf(row);
      return tankOf(row, {
        config: configOf.get(row.name),
        consumed: consumedOf.get(row.sensor_no),
        use,
      });
    }),
    ...unread.map(emptyHanded),
  ];
}

type TankParts = { config: Config | undefined; consumed: Consumed | undefined; use: TankUse };

function tankOf(row: SensorRow, { config, consumed, use: { unit, daily_use } }: TankParts): Tank {
  const { volume } = row;
  const capacity = config?.capacity ?? null;
  const level = row.filtered_level ?? row.level;
  const believed = believedLevel(row, capacity);
  const { high_threshold: high = defaultThresholds.high } = config ?? {};
  const { low_threshold: low = defaultThresholds.low } = config ?? {};
  const litresOf = (percent: number | null | undefined) =>
    capacity === null || percent === null || percent === undefined
      ? null
      : litresAt(percent, capacity);
  return {
    capacity,
    // A reading from before its capacity was configured has no litres of its own.
    litres: (volume === null ? null : believed.volume) ?? litresOf(believed.level),
    isLow: level !== null && level <= low,
    isOver: level !== null && level >= high,
    litresToday:
      volume === null ? litresOf(consumed?.consumed_level ?? 0) : (consumed?.consumed_volume ?? 0),
    litresUsualDay: unit === 'litre' ? daily_use : litresOf(daily_use),
  };
}

function emptyHanded({ capacity }: Config): Tank {
  const nothing = { litres: null, litresToday: null, litresUsualDay: null };
  return { capacity, ...nothing, isLow: false, isOver: false };
}

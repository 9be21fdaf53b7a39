import type { HabitRow } from '../insights/forecast/habit-queries.ts';
import { readHabit } from '../insights/forecast/known-habit.ts';
import type { Times } from '../insights/forecast/schemas.ts';
import { stateOf } from '../insights/forecast/sensor-past.ts';
import { presentTimeToEmpty, rememberHoursAhead } from '../insights/forecast/tank-times.ts';
import { unpackTracker } from '../ledger/tracker-text.ts';
import type { Unit } from '../reports/usage/usage-day.ts';
import type { SensorRow, TrackedSensor } from './queries.ts';

/** Use of a tank in lists, equal to that of its forecast; null where there is none. */
export type TankUse = { unit: Unit; daily_use: number | null; time_to_empty: Times | null };

/** Silence after which a device is offline, in milliseconds; null where its rhythm is not known. */
export type SilenceOf = (deviceId: number) => number | null;

type FindTracked = (row: SensorRow) => TrackedSensor | undefined;

/** @returns a function that finds what is tracked of a sensor, also where a device has thousands of them. */
export function trackedFinder(tracked: ReadonlyMap<number, TrackedSensor[]>): FindTracked {
  const indexed = new Map(
    Array.from(tracked, ([deviceId, sensors]) => [
      deviceId,
      new Map(sensors.map((sensor) => [sensor.sensor_no, sensor])),
    ]),
  );
  return ({ device_id, sensor_no }) => indexed.get(device_id)?.get(sensor_no);
}

/** @returns a function that returns the use of a sensor's tank. */
export function presentUse(
  trackedOf: FindTracked,
  { now, silenceOf }: { now: number; silenceOf: SilenceOf },
) {
  const ahead = rememberHoursAhead();
  return (row: SensorRow): TankUse => {
    const { device_id, volume } = row;
    const known = trackedOf(row);
    if (!known || !hasHabit(known)) {
      return { ...noUse, unit: volume === null ? 'percent' : 'litre' };
    }
    const state = stateOf(unpackTracker(known.tracker));
    const lasting = presentTimeToEmpty(state, readHabit(known, state), {
      now,
      silentAfterMs: silenceOf(device_id),
      ahead,
    });
    return {
      unit: state.litresPerPercent === null ? 'percent' : 'litre',
      daily_use: lasting.daily_use,
      time_to_empty: lasting.time_to_empty,
    };
  };
}

type Habit = Pick<HabitRow, 'learnt_at' | 'timezone' | 'is_litres'> & { habit: string };

function hasHabit(known: TrackedSensor): known is TrackedSensor & Habit {
  return known.habit !== null;
}

/** Use of a sensor without readings. */
export const noUse: TankUse = { unit: 'litre', daily_use: null, time_to_empty: null };

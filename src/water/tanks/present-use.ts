import { readHabit } from '../insights/forecast/known-habit.ts';
import type { Times } from '../insights/forecast/schemas.ts';
import { stateOf } from '../insights/forecast/sensor-past.ts';
import { presentTimeToEmpty, rememberHoursAhead } from '../insights/forecast/tank-times.ts';
import { unpackTracker } from '../ledger/tracker-text.ts';
import type { Unit } from '../reports/usage/usage-day.ts';
import type { HabitOfSensor, SensorRow } from './queries.ts';

/** Use of a tank in lists, equal to that of its forecast; null where there is none. */
export type TankUse = { unit: Unit; daily_use: number | null; time_to_empty: Times | null };

/** Silence after which a device is offline, in milliseconds; null where its rhythm is not known. */
export type SilenceOf = (deviceId: number) => number | null;

/** @returns a function that returns the use of a sensor's tank, from the habits of all sensors by device. */
export function presentUse(
  habits: ReadonlyMap<number, HabitOfSensor[]>,
  { now, silenceOf }: { now: number; silenceOf: SilenceOf },
) {
  const ahead = rememberHoursAhead();
  return ({ device_id, sensor_no, volume }: SensorRow): TankUse => {
    const known = habits.get(device_id)?.find((habit) => habit.sensor_no === sensor_no);
    if (!known) return { ...noUse, unit: volume === null ? 'percent' : 'litre' };
    const state = stateOf(unpackTracker(known.tracker));
    const lasting = presentTimeToEmpty(state, readHabit(known, state), {
      ...{ now, silentAfterMs: silenceOf(device_id), ahead },
    });
    return {
      unit: state.litresPerPercent === null ? 'percent' : 'litre',
      daily_use: lasting.daily_use,
      time_to_empty: lasting.time_to_empty,
    };
  };
}

/** Use of a sensor without readings. */
export const noUse: TankUse = { unit: 'litre', daily_use: null, time_to_empty: null };

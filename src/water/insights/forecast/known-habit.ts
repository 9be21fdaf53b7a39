import { dayMs, hourMs } from '../../../kit/time/units.ts';
import { learnHabit, packHabit, type UseHabit, unpackHabit } from '../use/use-habit.ts';
import type { HabitRow } from './habit-queries.ts';
import {
  historyOf,
  isByCapacity,
  isTooLittle,
  type SensorPast,
  type TankState,
} from './sensor-past.ts';

/** Habit, with the time zone of its hours. */
export type KnownHabit = { habit: UseHabit; timezone: string };

/**
 * Age at which a habit is learnt again: its weeks change little in a day, but the first days of a sensor do.
 */
const relearnMs = dayMs;
const relearnYoungMs = hourMs;
/** Age at which a habit no longer applies: the sensor was silent in between. */
const freshMs = 2 * dayMs;

/** Learns a habit from the weeks behind a sensor; undefined while there is too little data. */
export function learnFrom(past: SensorPast, timezone: string): KnownHabit | undefined {
  const history = historyOf(past);
  if (isTooLittle(past.state, history)) return undefined;
  const { litresPerPercent } = past.state;
  return {
    habit: {
      ...learnHabit(history, timezone),
      ...(isByCapacity(past) && litresPerPercent !== null && { litresPerPercent }),
    },
    timezone,
  };
}

type SensorKey = { device_id: number; sensor_no: number };

/** Makes the row of a learnt habit, with the instant at which it is due again. */
export function toHabitRow(
  { device_id, sensor_no }: SensorKey,
  known: KnownHabit | undefined,
  { state, timezone, now }: { state: TankState; timezone: string; now: number },
): HabitRow {
  return {
    device_id,
    sensor_no,
    timezone,
    learnt_at: now,
    due_at: now + (known ? relearnMs : relearnYoungMs),
    is_litres: state.litresPerPercent === null ? 0 : 1,
    habit: known ? packHabit(known.habit) : null,
  };
}

/** Reads a stored habit; undefined where it does not apply to the present state of the tank. */
export function readHabit(
  row: Pick<HabitRow, 'learnt_at' | 'timezone' | 'is_litres' | 'habit'> | undefined,
  { at, litresPerPercent }: TankState,
): KnownHabit | undefined {
  if (!row || row.habit === null || at - row.learnt_at > freshMs) return undefined;
  if ((row.is_litres === 1) !== (litresPerPercent !== null)) return undefined;
  const habit = unpackHabit(row.habit);
  return habit && { habit: inPresentLitres(habit, litresPerPercent), timezone: row.timezone };
}

/** Least share by which litres of a percent differ where a capacity was corrected. */
const leastChange = 1e-4;

/** Where the capacity was corrected since a habit was learnt, as much water as before is more or fewer litres. */
function inPresentLitres(habit: UseHabit, litresPerPercent: number | null): UseHabit {
  const { rates, litresPerPercent: before } = habit;
  if (before === undefined || litresPerPercent === null) return habit;
  const times = litresPerPercent / before;
  if (Math.abs(times - 1) < leastChange) return habit;
  return { ...habit, rates: rates.map((rate) => rate * times), litresPerPercent };
}

import { dayMs, hourMs } from '../../../kit/time/units.ts';
import { learnHabit, packHabit, type UseHabit, unpackHabit } from '../use/use-habit.ts';
import type { HabitRow } from './habit-queries.ts';
import { historyOf, isTooLittle, type SensorPast } from './sensor-past.ts';
import type { TankState } from './tank-state.ts';

/** A habit with the zone by whose clock its hours are. */
export type KnownHabit = { habit: UseHabit; timezone: string };

/** The weeks that a habit rests on change little in a day; the first days of a sensor do. */
const relearnMs = dayMs;
const relearnYoungMs = hourMs;
/** What was learnt longer before a reading says nothing of it: the sensor was silent meanwhile. */
const freshMs = 2 * dayMs;

/** What is learnt from the weeks behind a sensor; undefined while too little is known. */
export function learnFrom(past: SensorPast, timezone: string): KnownHabit | undefined {
  const history = historyOf(past);
  if (isTooLittle(past.state, history)) return undefined;
  return { habit: learnHabit(history, timezone), timezone };
}

type SensorKey = { device_id: number; sensor_no: number };

/** What was learnt as it is stored, to be learnt again when it is due. */
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

/** What is stored, where it still speaks of a tank as its newest reading left it. */
export function readHabit(
  row: Pick<HabitRow, 'learnt_at' | 'timezone' | 'is_litres' | 'habit'> | undefined,
  { at, litresPerPercent }: TankState,
): KnownHabit | undefined {
  if (!row || row.habit === null || at - row.learnt_at > freshMs) return undefined;
  if ((row.is_litres === 1) !== (litresPerPercent !== null)) return undefined;
  const habit = unpackHabit(row.habit);
  return habit && { habit, timezone: row.timezone };
}

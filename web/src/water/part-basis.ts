import type { TankSensor, UsageReport } from '../api/operations.ts';
import { profile } from '../session/profile.ts';
import { litres, percent } from '../words/format.ts';
import { firstDay } from './days/calendar-days.ts';

/** What each part of the screen is about. */
export type SensorOfDevice = { deviceId: string; sensor: TankSensor };

/** Figures change with every reading; asked for again this often they are near enough. */
const freshMs = 600_000;

/** A number that changes as new readings come, but at most so often: an input for `useLoad`. */
export function freshMoment(recordedAt: string | null): number {
  return recordedAt === null ? 0 : Math.floor(Date.parse(recordedAt) / freshMs);
}

export const dayCounts = [7, 30, 90] as const;
/** Of how many days, which end with today, the screen tells. */
export type DayCount = (typeof dayCounts)[number];

/** The first of so many whole days that end with today, in the account's time zone. */
export function startOfDays(days: number): string {
  return firstDay(Date.now(), days, profile.value?.user.timezone ?? 'Africa/Nairobi');
}

export type UsageDay = UsageReport['days'][number];

/** How amounts of a unit are written. */
export function amountIn(unit: UsageReport['unit']): (value: number) => string {
  return unit === 'litre' ? litres : (value) => percent(value, 1);
}

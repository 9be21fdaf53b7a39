import type { TankSensor, UsageReport } from '../api/operations.ts';
import { profile } from '../session/profile.ts';
import { litres, percent } from '../words/format.ts';
import { firstDay } from '../words/zoned-instant.ts';

export type SensorOfDevice = { deviceId: string; sensor: TankSensor };

/** Reload interval: figures change with every reading, and need not be more current. */
const freshMs = 600_000;

/** An input for `useLoad` that changes as readings come, at most every ten minutes. */
export function freshMoment(recordedAt: string | null): number {
  return recordedAt === null ? 0 : Math.floor(Date.parse(recordedAt) / freshMs);
}

export const dayCounts = [7, 30, 90] as const;
/** Days shown, which end with today. */
export type DayCount = (typeof dayCounts)[number];

/** Returns the first of so many whole days that end with today, in the account's time zone. */
export function startOfDays(days: number): string {
  return firstDay(Date.now(), days, accountZone());
}

/** The account's time zone, in which its times are shown and asked for. */
export function accountZone(): string {
  return profile.value?.user.timezone ?? 'Africa/Nairobi';
}

export type UsageDay = UsageReport['days'][number];

export function amountIn(unit: UsageReport['unit']): (value: number) => string {
  return unit === 'litre' ? litres : (value) => percent(value, 1);
}

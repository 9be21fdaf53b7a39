import { profile } from '../../session/profile.ts';
import { firstDay } from './calendar-days.ts';

/** The first of so many whole days that end with today, in the account's time zone. */
export function startOfDays(days: number): string {
  return firstDay(Date.now(), days, profile.value?.user.timezone ?? 'Africa/Nairobi');
}

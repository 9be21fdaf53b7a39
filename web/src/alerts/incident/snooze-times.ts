import { dayMs, hourMs } from '../../../../src/kit/time/units.ts';
import { wallTimeAt, zonedInstant } from '../../words/zoned-instant.ts';

/** When a day begins for who sleeps at night. */
const morning = '07:00';

/** Until when nobody is to be told, epoch milliseconds. */
export function snoozeTimes(now: number, timeZone: string) {
  const { day } = wallTimeAt(now, timeZone);
  const noon = Date.parse(`${day}T12:00:00Z`);
  const tomorrow = new Date(noon + dayMs).toISOString().slice(0, 10);
  return {
    hour: now + hourMs,
    eightHours: now + 8 * hourMs,
    morning: zonedInstant({ day: tomorrow, time: morning }, timeZone) ?? now + dayMs,
  };
}

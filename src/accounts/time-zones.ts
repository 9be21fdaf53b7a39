import { fault } from '../kit/api/failures/faults.ts';
import type { FieldRule } from '../kit/api/schema/field-rules.ts';

/**
 * The time zone of an IANA name, in the letter case in which the database has it; undefined for
 * anything else, also for offsets such as `+03:00`, which know no daylight saving.
 */
export function readTimeZone(name: string): string | undefined {
  if (!/^[a-z]/i.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // An old name may resolve to its successor or the reverse; the one that was given stays.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return undefined;
  }
}

/** That a `timezone` is known. */
export const timeZoneRule: FieldRule = {
  field: 'timezone',
  message: fault('timeZone'),
  isBroken: ({ timezone }) => typeof timezone === 'string' && readTimeZone(timezone) === undefined,
};

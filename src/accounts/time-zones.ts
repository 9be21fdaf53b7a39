import { fault } from '../kit/api/failures/faults.ts';
import type { FieldRule } from '../kit/api/schema/field-rules.ts';

/**
 * Time zone of an IANA name, in the letter case of the database; undefined for anything else, also for
 * offsets such as `+03:00`, which have no daylight saving.
 */
export function readTimeZone(name: string): string | undefined {
  if (!/^[a-z]/i.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // An old name may resolve to its successor or the reverse; the given one stays.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return undefined;
  }
}

/** Rule that a `timezone` exists. */
export const timeZoneRule: FieldRule = {
  field: 'timezone',
  message: fault('timeZone'),
  isBroken: ({ timezone }) => typeof timezone === 'string' && readTimeZone(timezone) === undefined,
};

/** Formats an instant for the APIs: ISO 8601, UTC, milliseconds. */
export function toIso(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

export function toIsoOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : toIso(epochMs);
}

/** The rule of `parseInstant` for schemas, where it is one of several reasons to refuse a request. */
export const instantPattern =
  '^(?:\\d{8}[Tt]\\d{4}(?:\\d{2}(?:\\.\\d{1,9})?)?(?:[Zz]|[+-]\\d{2}(?::?\\d{2})?)|\\d{4}-\\d{2}-\\d{2}[Tt ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)? ?([Zz]|[+-]\\d{2}(:?\\d{2})?))$';

const dateTime = new RegExp(instantPattern);
/** Of the basic form: the date, hours and minutes, seconds behind a colon where they follow. */
const basicForm = /^(\d{4})(\d{2})(\d{2})[Tt](\d{2})(\d{2}(?=\D)|\d{4}(?=\D))/;
const hourOffset = /[+-]\d{2}$/;

// The plus of an offset that was not encoded arrives as a blank.
const blankOffset =
  /^(\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) {1,2}(\d{2}(?::?\d{2})?)$/;

/** Reads an instant of a query, where the plus of an offset may have become a blank; else as `parseInstant`. */
export function parseQueryInstant(text: string): number | undefined {
  return parseInstant(text) ?? parseInstant(withDashes(text).replace(blankOffset, '$1+$2'));
}

/**
 * Reads an ISO 8601 date-time with its offset, which may be of hours alone and stand behind a blank, as Ruby,
 * Go and `date` write it, and in the basic form without dashes and colons (`20261201T100000Z`).
 * @returns epoch milliseconds, or undefined where the text is no such instant: also for days that the
 * calendar does not have, which `Date` would roll over.
 */
export function parseInstant(written: string): number | undefined {
  const text = withDashes(written);
  if (!dateTime.test(text)) return undefined;
  const month = Number(text.slice('YYYY-'.length, 'YYYY-MM'.length));
  const day = Number(text.slice('YYYY-MM-'.length, 'YYYY-MM-DD'.length));
  if (month < 1 || month > 12 || day < 1) return undefined;
  // Every month has so many.
  if (day > 28 && day > daysIn(Number(text.slice(0, 'YYYY'.length)), month)) return undefined;
  const time = text.slice('YYYY-MM-DD '.length).replace(' ', '');
  const whole = hourOffset.test(time) ? `${time}:00` : time;
  const epochMs = Date.parse(`${text.slice(0, 'YYYY-MM-DD'.length)}T${whole}`);
  return Number.isNaN(epochMs) ? undefined : epochMs;
}

/** Writes the dashes and colons into the basic form, and leaves anything else as it is. */
function withDashes(text: string): string {
  return text.replace(
    basicForm,
    (_, year, month, day, hour, rest) =>
      `${year}-${month}-${day}T${hour}:${rest.replace(/^(\d{2})(?=\d)/, '$1:')}`,
  );
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

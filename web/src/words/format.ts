import { signal } from '@preact/signals';
import { dayMs, hourMs, minuteMs } from '../../../src/kit/time/units.ts';
import { language, locale } from './language.ts';

/** The account's time zone; the browser's own until it is known. */
export const timeZone = signal<string>();

/** Names the account's time zone: `East Africa Time (Africa/Nairobi)`. */
export function zoneName(): string {
  const zone = timeZone.value ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const parts = new Intl.DateTimeFormat(locale(), {
    timeZone: zone,
    timeZoneName: 'long',
  }).formatToParts(0);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return name === undefined || name === zone ? zone : `${name} (${zone})`;
}

type Instant = string | number;

/** No-break space between a number and its unit. */
const nextTo = '\u00a0';

/** Formats a percentage: `73 %`. */
export function percent(value: number, digits = 0): string {
  return `${number(value, digits)}${nextTo}%`;
}

/** Formats whole litres: `1,250 L`, in Swahili `lita 1,250`, as its sentences say it. */
export function litres(value: number): string {
  const amount = number(value);
  return language.value === 'sw' ? `lita${nextTo}${amount}` : `${amount}${nextTo}L`;
}

/** Room that litres need beside a chart, in pixels at the usual size of text. */
export function litresWidth(): number {
  return language.value === 'sw' ? 86 : 68;
}

/** Formats a file size: `1,204 kB`. */
export function kilobytes(bytes: number): string {
  return `${number(bytes / 1000)}${nextTo}kB`;
}

export function number(value: number, digits = 0): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(value);
}

/** Formats a change, with its sign also if positive: `+100`, `-1`. */
export function signedNumber(value: number): string {
  return new Intl.NumberFormat(locale(), { signDisplay: 'exceptZero' }).format(value);
}

/** Formats as `Sat 21 Nov, 14:05` in the account's time zone. */
export function dateTime(instant: Instant): string {
  return format(instant, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** Formats as `14:05` in the account's time zone. */
export function timeOfDay(instant: Instant): string {
  return format(instant, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** Formats as `14:05:07` in the account's time zone, for what happens within a minute. */
export function timeWithSeconds(instant: Instant): string {
  return format(instant, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
}

/** Formats as `Sat 21 Nov` in the account's time zone. */
export function date(instant: Instant): string {
  return format(instant, { weekday: 'short', day: 'numeric', month: 'short' });
}

/** Formats as `21 Nov` in the account's time zone, for narrow places. */
export function shortDate(instant: Instant): string {
  return format(instant, { day: 'numeric', month: 'short' });
}

/** Formats a calendar day of a report, `2026-11-21`, as `Sat, 21 Nov`, which may break after the comma. */
export function calendarDay(text: string): string {
  return formatDay(text, { weekday: 'short', day: 'numeric', month: 'short' });
}

/** As `calendarDay`, without the day of the week. */
export function shortDay(text: string): string {
  return formatDay(text, { day: 'numeric', month: 'short' });
}

/**
 * Returns the short name of a day of the week.
 * @param index 0 for Monday.
 */
export function weekday(index: number): string {
  // The 5th of January 1970 was a Monday.
  const day = new Date(Date.UTC(1970, 0, 5 + index));
  return new Intl.DateTimeFormat(locale(), { weekday: 'short', timeZone: 'UTC' }).format(day);
}

/** Formats a time ago or ahead: `5 minutes ago`, `in 3 days`. */
export function relative(instant: Instant, now: number): string {
  const span = toMs(instant) - now;
  const size = Math.abs(span);
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  const say = (ms: number, unit: 'second' | 'minute' | 'hour' | 'day') =>
    // Of the Swahili units browsers write only seconds with a capital; here it is within a sentence.
    words.format(Math.round(span / ms), unit).replace(/^Sekunde/, 'sekunde');
  if (size < minuteMs) return say(1000, 'second');
  if (size < hourMs) return say(minuteMs, 'minute');
  if (size < dayMs) return say(hourMs, 'hour');
  return say(dayMs, 'day');
}

/** Formats a time ago; a clock that is a little slow does not make it the future. */
export function ago(instant: Instant, now: number): string {
  return relative(Math.min(toMs(instant), now), now);
}

/** Formats a span of hours: `5 hours`, `3 days`. */
export function span(hours: number): string {
  const { unit, value } = inItsUnit(hours);
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(value);
}

type SpanRange<T> = Record<'low' | 'middle' | 'high', T>;

/**
 * Formats a span with its ends in the unit of its middle, by halves below three: `4 days`, `3`, `5`
 * or `2 days`, `1.5`, `3`. Ends have their own units where the lower is less than one of that unit.
 */
export function spanRange({ low, middle, high }: SpanRange<number>): SpanRange<string> {
  const { value } = inItsUnit(middle);
  const hoursOfUnit = middle / value;
  const inUnit = (hours: number) => {
    const units = hours / hoursOfUnit;
    return number(units < 3 ? Math.round(units * 2) / 2 : units, units < 3 ? 1 : 0);
  };
  const end = low >= hoursOfUnit ? inUnit : span;
  return { low: end(low), middle: span(middle), high: end(high) };
}

function inItsUnit(hours: number): { unit: 'day' | 'hour' | 'minute'; value: number } {
  if (hours >= 48) return { unit: 'day', value: hours / 24 };
  // At least a minute.
  return hours >= 1
    ? { unit: 'hour', value: hours }
    : { unit: 'minute', value: Math.max(1, hours * 60) };
}

function formatDay(text: string, options: Intl.DateTimeFormatOptions): string {
  const noon = new Date(`${text}T12:00:00Z`);
  const written = new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' }).format(noon);
  return written.replace(/(\d) (?=\p{L})/u, `$1${nextTo}`);
}

function format(instant: Instant, options: Intl.DateTimeFormatOptions): string {
  const zone = { timeZone: timeZone.value };
  return new Intl.DateTimeFormat(locale(), { ...options, ...zone }).format(toMs(instant));
}

function toMs(instant: Instant): number {
  return typeof instant === 'number' ? instant : Date.parse(instant);
}

import { parseInstant, parseQueryInstant } from './instant.ts';

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** What a text says, part by part; `east` is its offset as it was written. */
type Said = Partial<
  Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction' | 'east', string>
>;

const year = '(?<year>\\d{4})';
const day = '(?<day>\\d{1,2})';
const named = '(?<month>[a-z]{3})[a-z]*';
const time =
  '(?<hour>\\d{1,2}):(?<minute>\\d{1,2})(?::(?<second>\\d{1,2})(?:[.,](?<fraction>\\d*))?)?';
/** The plus of an offset that was not encoded arrives as a blank; a year is no offset, since none reaches 15 hours. */
const offset = '(?: ?[+-]\\d{1,2}(?::?\\d{2})?| (?:0?\\d|1[0-4])(?::?[0-5]\\d)?)';
const zone = ` ?(?<east>z|utc|gmt|eat|(?:utc|gmt)?${offset})`;
/** The zone said again: `+0000 UTC`, `Z[UTC]`, `+03:00[Africa/Nairobi]`, `+0300 (East Africa Time)`. */
const again = '(?: ?(?:utc|gmt|eat|\\[[\\w/ +-]+\\]|\\([\\w +-]+\\)))?';
const weekday = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?';

/** Ways to write an instant in which each part can mean one thing only. */
const shapes = [
  // `2026/11/28 7:05Z`, `2026-11-28 20:51:19 UTC`, and what Go and Java print.
  `${year}([-/.])(?<month>\\d{1,2})\\2${day}[t_, ]${time}${zone}${again}`,
  // ISO 8601 in its basic form.
  `${year}(?<month>\\d\\d)(?<day>\\d\\d)[t_ ]?(?<hour>\\d\\d)(?<minute>\\d\\d)(?:(?<second>\\d\\d)(?:[.,](?<fraction>\\d*))?)?${zone}`,
  // RFC 1123, as the `Date` of an answer, and with the month between hyphens.
  `${weekday}${day}[ -]${named},?[ -]${year},? ${time}${zone}${again}`,
  // JavaScript's `toString`, and `date` of Unix, which has the year last.
  `${weekday}${named} {1,2}${day},? ${year},? ${time}${zone}${again}`,
  `${weekday}${named} {1,2}${day} ${time}${zone} ${year}`,
].map((shape) => new RegExp(`^${shape}$`, 'i'));

/** The clock of a modem (3GPP 27.007, `+CCLK`): its offset is in quarters of an hour, and stands behind local time. */
const modemClock = /^(\d\d)\/(\d\d)\/(\d\d),(\d\d:\d\d:\d\d)(?: ?([+-])| )(\d\d)$/;

const quarterMs = 15 * 60_000;

/**
 * Reads an instant in the ways that boards, modems and languages write it, beyond ISO 8601, where it can mean one thing
 * only: it has its zone, and its order is known. A day such as `05/11/2026` is none of these, nor is a time without
 * a zone: a wrong guess would put a reading hours or months from where it belongs.
 * @returns epoch milliseconds, or undefined.
 */
export function parseWrittenInstant(text: string): number | undefined {
  const plain = text.replace(/^["'](.*)["']$/, '$1').replace(/\u2212/g, '-');
  const modem = modemClock.exec(plain);
  if (modem) {
    const [, yy, mm, dd, at, sign, quarters] = modem;
    const local = parseInstant(`20${yy}-${mm}-${dd}T${at}Z`);
    const east = Number(quarters) * (sign === '-' ? -1 : 1);
    // Clocks go from 12 hours west of Greenwich to 14 east.
    return local === undefined || east < -48 || east > 56 ? undefined : local - east * quarterMs;
  }
  for (const shape of shapes) {
    const said: Said | undefined = shape.exec(plain)?.groups;
    if (said) return instantOf(said);
  }
  return undefined;
}

function instantOf(said: Said): number | undefined {
  const { second = '0', fraction = '', east = '' } = said;
  const month = Number(said.month) || months.indexOf(said.month?.toLowerCase() ?? '') + 1;
  const day = `${said.year}-${two(month)}-${two(said.day)}`;
  const clock = `${two(said.hour)}:${two(said.minute)}:${two(second)}.${`${fraction}000`.slice(0, 3)}`;
  return parseInstant(`${day}T${clock}${offsetOf(east)}`);
}

/** The offset as ISO 8601 has it: `+3` and `GMT+3:00` are `+03:00`. */
function offsetOf(east: string): string {
  if (east.toLowerCase() === 'eat') return '+03:00';
  const [, said, digits] = /([+-]?)([\d:]+)$/.exec(east) ?? [];
  if (digits === undefined) return 'Z';
  const sign = said || '+';
  const plain = digits.replace(':', '');
  const hours = plain.length > 2 ? plain.slice(0, -2) : plain;
  return `${sign}${two(hours)}:${plain.length > 2 ? plain.slice(-2) : '00'}`;
}

function two(value: string | number = ''): string {
  return String(value).padStart(2, '0');
}

/** Why a text that looks like an instant is none: it lacks a zone, or a day and a month may have changed places. */
export function ambiguityOf(text: string): 'noZone' | 'dayOrder' | undefined {
  if (/^["']?\d{1,2}([-/.])\d{1,2}\1(\d{4}|\d{2})\b/.test(text)) return 'dayOrder';
  const isBare =
    parseInstant(`${text}Z`) !== undefined || parseWrittenInstant(`${text}Z`) !== undefined;
  return isBare ? 'noZone' : undefined;
}

/** Digits before the point, from 2001 on, by what they count since 1970: how many of it make a millisecond. */
const perMillisecond: Record<number, number> = { 10: 1 / 1000, 13: 1, 16: 1000, 19: 1_000_000 };

/** A decimal comma is that of a board in its language. */
const epoch = /^[@+ ]?(\d{10,19})(?:[.,](\d{1,9}))?$/;

/**
 * Reads an instant as boards write it: ISO 8601 with its offset, the plus of which may have become a blank, or
 * seconds (10 digits), milliseconds (13), microseconds (16) or nanoseconds (19) since 1970; else as
 * `parseWrittenInstant`.
 * @returns epoch milliseconds, or undefined where the text is no instant.
 */
export function parseBoardInstant(text: string): number | undefined {
  const [, whole, fraction = '0'] = epoch.exec(text) ?? [];
  const per = whole === undefined ? undefined : perMillisecond[whole.length];
  if (per !== undefined) return Math.round(Number(`${whole}.${fraction}`) / per);
  return parseQueryInstant(text) ?? parseWrittenInstant(text);
}

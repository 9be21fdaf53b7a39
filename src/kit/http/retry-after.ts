import type { IncomingHttpHeaders } from 'node:http';
import { secondMs } from '../time/units.ts';

/**
 * Returns the milliseconds for which an answer asks to wait (`Retry-After`, RFC 9110, section 10.2.3): seconds,
 * or an instant, which counts by the answer's own `Date`, as clocks differ. Undefined where it asks for none.
 */
export function retryAfterMs({
  'retry-after': text = '',
  date = '',
}: IncomingHttpHeaders): number | undefined {
  if (/^\s*\d{1,6}(\.\d{0,9})?\s*$/.test(text)) return Math.ceil(Number(text) * secondMs);
  const ms = instantOf(text) - instantOf(date);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** An instant as HTTP writes it begins with a weekday: the parser takes much else for one. */
function instantOf(text: string): number {
  return /^\s*(mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(text) : Number.NaN;
}

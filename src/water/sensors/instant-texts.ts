import { toIso } from '../../kit/instant.ts';

const hourMs = 3_600_000;

/**
 * Writes instants as `toIso` does, but in a quarter of the time where neighbours share the hour: the
 * text of an hour is made once. Each writer serves one thread of work.
 */
export function createInstantWriter(): (instant: number) => string {
  let hour = Number.NaN;
  let hourText = '';
  return (instant) => {
    const hourNow = Math.floor(instant / hourMs);
    if (hourNow !== hour) {
      hour = hourNow;
      // Up to and with the colon after the hour.
      hourText = toIso(hour * hourMs).slice(0, -10);
    }
    const rest = instant - hour * hourMs;
    const minute = Math.floor(rest / 60_000);
    const second = Math.floor(rest / 1000) % 60;
    return `${hourText}${digits(minute, 2)}:${digits(second, 2)}.${digits(rest % 1000, 3)}Z`;
  };
}

function digits(number: number, count: number): string {
  return String(number).padStart(count, '0');
}

import { hourOf } from '../../../src/kit/time/hour.ts';
import { hourMs, minuteMs } from '../../../src/kit/time/units.ts';
import { followReading, startTracker } from '../../../src/water/ledger/tracker.ts';
import { packTracker } from '../../../src/water/ledger/tracker-text.ts';

/** A device and how many readings it has, one a minute. */
export type SeededDevice = { id: number; readings: number };

/** An hour of a fleet: its instants `[from, end)`, and the devices with the instant after which each begins. */
type SeededHour = { from: number; end: number; devices: { id: number; since: number }[] };

/** So many readings for each of the devices. */
export function each(ids: readonly number[], readings: number): SeededDevice[] {
  return ids.map((id) => ({ id, readings }));
}

/**
 * The hours of a history whose last readings are of `until`, the oldest first: a fleet writes all of
 * its devices hour by hour, so what PostgreSQL appends lies in the order of time.
 */
export function* hoursOf(devices: readonly SeededDevice[], until: number): Generator<SeededHour> {
  const begun = devices.map(({ id, readings }) => ({ id, since: until - readings * minuteMs }));
  const first = Math.min(...begun.map(({ since }) => since)) + minuteMs;
  for (let hour = hourOf(first); hour <= until; hour += hourMs) {
    const end = Math.min(hour + hourMs, until + 1);
    yield {
      from: hour + ((until - hour) % minuteMs),
      end,
      devices: begun.filter(({ since }) => since + minuteMs < end),
    };
  }
}

/** An instant of as many digits as those of today. */
const longHour = 500_000 * hourMs;

/** State of the ledger after an hour like those of a seed, as long as that of real sensors. */
export function trackerOfHour(): string {
  const readingAt = (minute: number) => {
    const level = Math.round(500 + 400 * Math.sin(minute / 229)) / 10;
    return { recorded_at: longHour + minute * minuteMs, level, volume: level * 20 };
  };
  const tracker = startTracker(readingAt(0));
  for (let minute = 1; minute < 60; minute++) followReading(tracker, readingAt(minute));
  return packTracker(tracker);
}

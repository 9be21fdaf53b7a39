import { toIso } from '../../../kit/time/instant.ts';
import { hourMs, minuteMs } from '../../../kit/time/units.ts';

/** Writes the instant of a reading: as such, and for its id. */
export type InstantTexts = {
  iso: (instant: number) => string;
  base36: (instant: number) => string;
};

/** Simple way, for single readings. */
export const instantTexts: InstantTexts = {
  iso: toIso,
  base36: (instant) => instant.toString(36),
};

/** Count of the last five digits of base 36: some 17 hours in milliseconds. */
const base36Cycle = 36 ** 5;

/**
 * Creates a way that takes a fifth of the time, since neighbours in a list share most of their texts: the
 * text before the minutes, and the leading digits in base 36, are made once for many.
 */
export function createInstantTexts(): InstantTexts {
  let hour = Number.NaN;
  let hourText = '';
  let cycle = Number.NaN;
  let cycleText = '';
  return {
    iso: (instant) => {
      const hourNow = Math.floor(instant / hourMs);
      if (hourNow !== hour) {
        hour = hourNow;
        hourText = toIso(hour * hourMs).slice(0, -'00:00.000Z'.length);
      }
      const rest = instant - hour * hourMs;
      const millisecond = rest % 1000;
      const second = ((rest - millisecond) / 1000) % 60;
      const minute = Math.floor(rest / minuteMs);
      return `${hourText}${minutes[minute]}${seconds[second]}${milliseconds[millisecond]}`;
    },
    base36: (instant) => {
      if (instant < base36Cycle) return instant.toString(36);
      const cycleNow = Math.floor(instant / base36Cycle);
      if (cycleNow !== cycle) {
        cycle = cycleNow;
        cycleText = cycle.toString(36);
      }
      return cycleText + (instant - cycle * base36Cycle).toString(36).padStart(5, '0');
    },
  };
}

/** With the character after them: each further piece adds a tenth to the cost of a text. */
const minutes = Array.from({ length: 60 }, (_, minute) => `${String(minute).padStart(2, '0')}:`);
const seconds = minutes.map((minute) => minute.replace(':', '.'));
const milliseconds = Array.from({ length: 1000 }, (_, each) => `${String(each).padStart(3, '0')}Z`);

/** What the minutes of a premises sum up to: quarters of an hour, refills, days. */
import { DAY, DAY_MINUTES, dayOf, MINUTE } from './clock.ts';
import type { Minutes } from './premises.ts';

/**
 * A quarter of an hour, [from, at). Litres are those of the quarter; `level` is litres in the tank at its end, `at`.
 * level = level before + litresFilled − litresUsed − litresSpilt.
 */
export type Quarter = {
  from: number;
  at: number;
  litresUsed: number;
  /** The part of `litresUsed` that leaked or burst. */
  litresLeaked: number;
  /** All that came in, with what ran over. */
  litresFilled: number;
  litresSpilt: number;
  level: number;
};

/** A spell of inflow, with gaps of up to 30 minutes. */
export type Refill = {
  from: number;
  /** The end of the last minute with inflow. */
  to: number;
  /** When the level was highest: after it the inflow only replaces what is drawn. */
  peakAt: number;
  /** Inflow that stayed in the tank or was drawn: filled less spilt. */
  litres: number;
  /** The part of it that came until `peakAt`. */
  litresToPeak: number;
  /** Largest climb of the level within the spell. */
  rise: number;
  /** Drawn between `from` and `to`. */
  drawn: number;
};

/** A day in Nairobi. */
export type Day = { day: string; litres: number };

export function quartersOf(minutes: Minutes): Quarter[] {
  const quarters: Quarter[] = [];
  for (let i = 0; i < minutes.level.length; i += 15) {
    const from = minutes.start + i * MINUTE;
    const quarter = {
      from,
      at: from + 15 * MINUTE,
      litresUsed: 0,
      litresLeaked: 0,
      litresFilled: 0,
      litresSpilt: 0,
    };
    for (let j = i; j < i + 15; j += 1) {
      quarter.litresUsed += minutes.used[j] as number;
      quarter.litresLeaked += minutes.leaked[j] as number;
      quarter.litresFilled += minutes.filled[j] as number;
      quarter.litresSpilt += minutes.spilt[j] as number;
    }
    quarters.push({ ...quarter, level: minutes.level[i + 14] as number });
  }
  return quarters;
}

/** All spells of inflow, largest gap 30 minutes. */
export function spellsOf(minutes: Minutes): Refill[] {
  const spells: Refill[] = [];
  const { filled, level, spilt, used, start } = minutes;
  let first = -1;
  let last = -1;
  const close = () => {
    if (first < 0) return;
    let low = first > 0 ? (level[first - 1] as number) : minutes.startLitres;
    const spell = {
      from: start + first * MINUTE,
      to: start + (last + 1) * MINUTE,
      litres: 0,
      rise: 0,
      drawn: 0,
    };
    let litresToPeak = 0;
    let peakAt = spell.from;
    let high = low;
    for (let i = first; i <= last; i += 1) {
      spell.litres += (filled[i] as number) - (spilt[i] as number);
      spell.drawn += used[i] as number;
      const now = level[i] as number;
      spell.rise = Math.max(spell.rise, now - low);
      low = Math.min(low, now);
      if (now > high + 0.001 * minutes.capacity) {
        high = now;
        litresToPeak = spell.litres;
        peakAt = start + (i + 1) * MINUTE;
      }
    }
    spells.push({ ...spell, litresToPeak, peakAt });
    first = -1;
  };
  for (let i = 0; i < filled.length; i += 1) {
    if ((filled[i] as number) <= 0) continue;
    if (first >= 0 && i - last - 1 > 30) close();
    if (first < 0) first = i;
    last = i;
  }
  close();
  return spells;
}

/** Use by day in Nairobi. */
export function daysOf(minutes: Minutes): Day[] {
  return Array.from({ length: minutes.days }, (_, day) => {
    let litres = 0;
    for (let i = day * DAY_MINUTES; i < (day + 1) * DAY_MINUTES; i += 1)
      litres += minutes.used[i] as number;
    return { day: dayOf(minutes.start + day * DAY), litres };
  });
}

/** The minute's index that holds an instant, held within the days. */
export function minuteAt(minutes: Minutes, at: number): number {
  return Math.min(minutes.level.length - 1, Math.max(0, Math.floor((at - minutes.start) / MINUTE)));
}

/** True level in litres at an instant, straight between the ends of minutes. */
export function levelAt(minutes: Minutes, at: number): number {
  const i = minuteAt(minutes, at);
  const before = i > 0 ? (minutes.level[i - 1] as number) : minutes.startLitres;
  const share = Math.min(1, Math.max(0, (at - minutes.start) / MINUTE - i));
  return before + ((minutes.level[i] as number) - before) * share;
}

/**
 * Litres of a day that no reader of levels can see, for certain: in each gap between two instants of measuring the
 * smaller of what came in (and stayed) and what went out. With readings each minute and a steady pump much of it
 * can be guessed from the rates; with a ball valve on constant mains none of it can.
 */
export function hiddenByDay(minutes: Minutes, measuredAt: readonly number[]): Day[] {
  const days = daysOf(minutes).map(({ day }) => ({ day, litres: 0 }));
  const edges = measuredAt.map((at) => minuteAt(minutes, at)).sort((a, b) => a - b);
  edges.push(minutes.level.length);
  let from = 0;
  for (const to of edges) {
    if (to <= from) continue;
    let came = 0;
    let went = 0;
    for (let i = from; i < to; i += 1) {
      came += (minutes.filled[i] as number) - (minutes.spilt[i] as number);
      went += minutes.used[i] as number;
    }
    const day = days[Math.floor((from + to - 1) / 2 / DAY_MINUTES)];
    if (day) day.litres += Math.min(came, went);
    from = to;
  }
  return days;
}

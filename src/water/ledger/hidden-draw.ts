import { hourOf } from '../../kit/time/hour.ts';
import { dayMs, hourMs } from '../../kit/time/units.ts';
import { longestOwnPause, mostOwnPause } from './own-pauses.ts';
import type { RefillRow } from './refill-row.ts';

/** Hour of the ledger, with the columns that the use of other hours is estimated from. */
export type LedgerHour = {
  hour: number;
  consumed_level: number;
  gap_level: number;
  /** Time in which the sensor told nothing of the level. */
  blind_ms: number;
};

/** Water drawn in one hour of a refill, hidden by the refill. */
export type HiddenDraw = {
  /** Part of the hour, epoch milliseconds. */
  from: number;
  until: number;
  /** Percent of capacity, and litres. */
  level: number;
  volume: number;
};

/** Time before a refill from which its usual use is learnt; a new sensor's first days are added to it. */
export const learningMs = 28 * dayMs;
const firstDaysMs = 7 * dayMs;

/**
 * Estimates the use while a tank was being filled, when the level shows only the difference: the usual use at
 * these hours. It is learnt from the weeks before the refill, so that a published figure stays as it is; in a
 * sensor's first week all of that week counts.
 * @param hours of the weeks before the refill and, in its first week, of that week.
 * @param refills all that overlap these hours.
 */
export function estimateHiddenDraw(
  refill: RefillRow,
  hours: readonly LedgerHour[],
  refills: readonly RefillRow[],
): HiddenDraw[] {
  return createHiddenDraws(hours, refills)(refill);
}

/** As `estimateHiddenDraw`, for several refills of the same hours, which are gone through once. */
export function createHiddenDraws(
  hours: readonly LedgerHour[],
  refills: readonly RefillRow[],
): (refill: RefillRow) => HiddenDraw[] {
  const usualBefore = learnUsual(hours, fillingByHour(refills));
  return (refill) => drawsOf(refill, usualBefore(refill.begun_at));
}

/** Learns what is usual at an instant: from the weeks before and, in a sensor's first week, from all of that week. */
export function learnUsual(
  hours: readonly LedgerHour[],
  filling: ReadonlyMap<number, number>,
): (instant: number) => UsualUse {
  const all = hoursOfUse(hours, filling);
  return (instant) => {
    const firstHour = hours[0]?.hour ?? instant;
    const until = Math.max(hourOf(instant), firstHour + firstDaysMs);
    const from = instant - learningMs;
    const isWithin = ({ hour }: { hour: number }) => hour >= from && hour < until;
    // Of these hours alone, so that a figure stays as it is whichever range is asked for.
    const ownPause = longestOwnPause(hours.filter(isWithin));
    return learnUsualUse(
      all.filter((each) => isWithin(each) && (!each.isGap || each.pause <= ownPause)),
    );
  };
}

function drawsOf(refill: RefillRow, usual: UsualUse): HiddenDraw[] {
  const litres = refill.risen_level > 0 ? refill.risen_volume / refill.risen_level : 0;
  const parts = hourlyParts(refill.begun_at, refill.ended_at).map((part) => {
    return { ...part, level: usual.rateAt(part.from) * ((part.until - part.from) / hourMs) };
  });
  // Nobody draws more than came in: a tank that is filled while more is drawn does not rise.
  const drawn = parts.reduce((total, { level }) => total + level, 0);
  const share = drawn > refill.risen_level ? refill.risen_level / drawn : 1;
  return parts.map((part) => {
    const level = part.level * share;
    return { ...part, level, volume: level * litres };
  });
}

/** Hours without a reading up to which a sensor that reports rarely tells of them by the next. */
const longestPause = 26;

/** The pause to which an hour belongs, in hours; `isGap` where it may be longer than the sensor's own. */
type Pause = { pause: number; isGap: boolean };

/** Returns the use of each hour; a sensor that reports rarely tells of several hours at once. */
function hoursOfUse(
  hours: readonly LedgerHour[],
  filling: ReadonlyMap<number, number>,
): (HourOfUse & Pause)[] {
  const known: (HourOfUse & Pause)[] = [];
  let before = (hours[0]?.hour ?? 0) - hourMs;
  for (const { hour: last, consumed_level, gap_level, blind_ms } of hours) {
    const count = (last - before) / hourMs;
    before = last;
    if (count > mostOwnPause) continue;
    const isGap = gap_level > 0 || count > longestPause;
    const blind = blind_ms / (count * hourMs);
    for (let hour = last; hour > last - count * hourMs; hour -= hourMs) {
      const unseen = Math.min(1, (filling.get(hour) ?? 0) + blind);
      const ofHour = gap_level > 0 && hour === last ? consumed_level - gap_level : 0;
      const ofPause = gap_level > 0 ? gap_level : consumed_level;
      known.push({ hour, consumed: ofHour + ofPause / count, unseen, pause: count, isGap });
    }
  }
  return known;
}

/** Stretch of time in which a tank was being filled. */
export type Filling = Pick<RefillRow, 'begun_at' | 'ended_at'>;

export function fillingByHour(refills: readonly Filling[]): Map<number, number> {
  const shares = new Map<number, number>();
  for (const { begun_at, ended_at } of refills) {
    for (const { from, until } of hourlyParts(begun_at, ended_at)) {
      const hour = hourOf(from);
      shares.set(hour, Math.min(1, (shares.get(hour) ?? 0) + (until - from) / hourMs));
    }
  }
  return shares;
}

function hourlyParts(from: number, until: number): { from: number; until: number }[] {
  const parts: { from: number; until: number }[] = [];
  for (let at = from; at < until; ) {
    const next = Math.min(until, hourOf(at) + hourMs);
    parts.push({ from: at, until: next });
    at = next;
  }
  return parts;
}

export type HourOfUse = {
  /** Start of the hour, epoch milliseconds. */
  hour: number;
  /** Percent of capacity. */
  consumed: number;
  /** Share of the hour in which use could not be seen: the tank was being filled, or its sensor blind. */
  unseen: number;
};

/** Use of a tank by the hour of the day, in percent of capacity an hour. */
export type UsualUse = {
  /** Returns the usual rate at an instant; 0 where nothing is known. */
  rateAt: (instant: number) => number;
  /** False where too few hours were seen to say. */
  isKnown: boolean;
};

/** Hours that must have been seen before any use is usual. */
const leastHours = 48;
/** Least share of an hour that must have been seen for the hour to count. */
const leastSeen = 0.5;
/** Weight of the middle hour in each hour of the day, in hours, so that one hour makes no habit. */
const priorHours = 2;
/** Times the middle hour up to which an hour counts for those that were never seen: sprinklers run by the clock. */
const mostOfMiddle = 2;
/** Hours seen of an hour of the day from which it tells what is usual. */
const leastHabit = 1;

export function learnUsualUse(hours: Iterable<HourOfUse>): UsualUse {
  const used = new Float64Array(24);
  const seen = new Float64Array(24);
  for (const { hour, consumed, unseen } of hours) {
    if (1 - unseen < leastSeen) continue;
    const at = hourOfDay(hour);
    used[at] = (used[at] ?? 0) + consumed;
    seen[at] = (seen[at] ?? 0) + 1 - unseen;
  }
  const hoursSeen = sum(seen);
  if (hoursSeen < leastHours) return { rateAt: () => 0, isKnown: false };
  const ofHours = [...used].flatMap((use, at) => {
    const share = seen[at] ?? 0;
    return share >= leastHabit ? [use / share] : [];
  });
  const most = mostOfMiddle * median(ofHours);
  const prior =
    ofHours.reduce((all, rate) => all + Math.min(rate, most), 0) / Math.max(1, ofHours.length);
  const rates = used.map((use, at) => (use + priorHours * prior) / ((seen[at] ?? 0) + priorHours));
  return { rateAt: (instant) => rates[hourOfDay(instant)] ?? 0, isKnown: true };
}

/** The middle of some numbers; 0 of none. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}

/** In UTC: the ledger does not depend on the time zone in which it is read. */
function hourOfDay(instant: number): number {
  return Math.floor(instant / hourMs) % 24;
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

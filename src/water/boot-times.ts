import { dayMs, minuteMs, secondMs } from '../kit/time/units.ts';
import {
  type Boot,
  type Mark,
  newestMarks,
  packBoots,
  recallBoots,
  timeOf,
} from './boot-memory.ts';

/** Place of a reading by a board without a clock: how often it has started, and its count of readings since. */
export type Count = { boot: number; seq: number };

type Counted = Count & {
  /** When the reading was measured, where its device says so. */
  at: number | null;
};

export type Counting = {
  readings: Counted[];
  /** Where the device's count stands now; null where that is not known. */
  present: Count | null;
  /** Time between two readings, where the device says so; in milliseconds. */
  paceMs: number | null;
  now: number;
};

/** No board keeps readings for longer; what counts beyond that counts wrongly. */
const longestKeptMs = 60 * dayMs;

/** No board keeps more readings: a count that falls back by more was no count. */
const mostKept = longestKeptMs / secondMs;

/** Time between two readings of a board of which nothing is known. */
const unknownPaceMs = minuteMs;

/**
 * Dates readings by the counts of their boots. The present count is now; between two marks time runs evenly;
 * beyond them at the pace that the device states, else at that of the same boot, else at that of the last boot
 * that has one. A boot lies between the one before it and the one after it. Each range that is dated becomes a
 * mark, so that the same count is dated the same when it is sent again.
 * @param text memory of the boots of a device, as it was stored; empty for none.
 * @returns when each reading was measured, in the order of the readings, and the new memory.
 */
export function dateByCounts(
  text: string,
  { readings, present, paceMs, now }: Counting,
): { boots: string; times: number[] } {
  const byBoot = Map.groupBy(readings, ({ boot }) => boot);
  const newest = Math.max(present?.boot ?? 0, ...byBoot.keys());
  const boots = recallBoots(text, newest);

  for (const [boot, counted] of byBoot) markSaid(boots, boot, counted);
  if (present && present.boot >= Math.max(newest, ...boots.keys())) {
    markLater(boots, present.boot, { seq: present.seq, at: now });
  }
  // The newest first: it bounds those before it.
  for (const boot of [...byBoot.keys()].sort((a, b) => b - a)) {
    const seqs = (byBoot.get(boot) ?? []).map(({ seq }) => seq);
    const range = { first: Math.min(...seqs), last: Math.max(...seqs) };
    const pace = paceMs ?? paceOf(boots, boot);
    const isPresent = boot === present?.boot;
    const sinceMs = isPresent ? Math.max(0, present.seq - range.last) * pace : pace;
    markRange(boots, boot, { ...range, now, paceMs: pace, sinceMs });
  }
  const times = readings.map(
    ({ boot, seq, at }) => at ?? dateBetween(boots.get(boot)?.marks ?? [], seq),
  );
  return {
    boots: packBoots(boots, Math.min(newest, ...byBoot.keys())),
    times,
  };
}

/** Marks what a device says itself, as far as it is later than what is known. */
function markSaid(boots: Map<number, Boot>, boot: number, counted: Counted[]): void {
  const said = counted.filter((each) => each.at !== null).sort((a, b) => a.seq - b.seq);
  for (const { seq, at } of said) if (at !== null) markLater(boots, boot, { seq, at });
}

/** Adds a mark behind all others of its boot; one that is not behind them in both is none. */
function markLater(boots: Map<number, Boot>, boot: number, mark: Mark): void {
  const known = boots.get(boot);
  if (!known) boots.set(boot, { boot, marks: [mark] });
  else {
    const last = known.marks.at(-1);
    if (last && mark.seq > last.seq && mark.at >= last.at + (mark.seq - last.seq)) {
      known.marks.push(mark);
    }
  }
}

/** `sinceMs`: time from the last count to the end of its boot, as far as is known. */
type Range = { first: number; last: number; now: number; paceMs: number; sinceMs: number };

/**
 * Adds marks so that all of a range of counts lies between two of them. A boot begins anew where its count went on
 * by more than the time allows, or fell back by more than any board keeps: memory of a board that came up without power
 * says any number.
 */
function markRange(
  boots: Map<number, Boot>,
  boot: number,
  { first, last, now, paceMs, sinceMs }: Range,
): void {
  const begun = endBefore(boots, boot);
  const end = beginAfter(boots, boot) ?? now;
  const known = boots.get(boot);
  const isBelieved = known && isPossible(known, { first, last, end });
  const { marks } = isBelieved
    ? known
    : { marks: [{ seq: last, at: within(end - sinceMs, begun, end) }] };
  boots.set(boot, { boot, marks });
  const newest = marks.at(-1) as Mark;
  if (last > newest.seq) {
    const more = last - newest.seq;
    const latest = Math.min(Math.round(newest.at + more * paceMs), end - 1);
    marks.push({ seq: last, at: Math.max(latest, newest.at + more) });
  }
  const oldest = marks[0] as Mark;
  if (first < oldest.seq) {
    const more = oldest.seq - first;
    // Half of the time since the boot before: it takes a while until a board counts again.
    const earliest = begun === undefined ? now - longestKeptMs : (begun + oldest.at) / 2;
    const at = Math.round(Math.max(oldest.at - more * paceMs, earliest));
    marks.unshift({
      seq: first,
      at: Math.max(now - longestKeptMs, Math.min(at, oldest.at - more)),
    });
  }
}

function isPossible(
  { marks }: Boot,
  { first, last, end }: Pick<Range, 'first' | 'last'> & { end: number },
): boolean {
  const [oldest, newest] = [marks[0] as Mark, marks.at(-1) as Mark];
  const more = last - newest.seq;
  // A clock of ours that is behind says nothing of the time that a count takes.
  const mostMore = end < newest.at ? mostKept : end - newest.at;
  return (more <= 0 || more <= mostMore) && oldest.seq - first <= mostKept;
}

/** An instant before the end of a boot, and in the later half of the time since the boot before. */
function within(at: number, begun: number | undefined, end: number): number {
  const earliest = begun === undefined ? at : (begun + end) / 2;
  return Math.round(Math.min(end, Math.max(at, earliest)));
}

/** The last that is known of the boots before one. */
function endBefore(boots: Map<number, Boot>, boot: number): number | undefined {
  const ends = [...boots.values()]
    .filter((each) => each.boot < boot)
    .flatMap(({ marks }) => marks.at(-1)?.at ?? []);
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** The first that is known of the boots after one. */
function beginAfter(boots: Map<number, Boot>, boot: number): number | undefined {
  const begins = [...boots.values()]
    .filter((each) => each.boot > boot)
    .flatMap(({ marks }) => marks[0]?.at ?? []);
  return begins.length === 0 ? undefined : Math.min(...begins);
}

/** Milliseconds between two readings of a boot, else of the newest boot of which that is known. */
function paceOf(boots: Map<number, Boot>, boot: number): number {
  const others = [...boots.values()].sort((a, b) => b.boot - a.boot);
  const paces = [boots.get(boot), ...others].flatMap((each) => {
    const [first, last] = [each?.marks.slice(-newestMarks)[0], each?.marks.at(-1)];
    return first && last && last.seq > first.seq
      ? [(last.at - first.at) / (last.seq - first.seq)]
      : [];
  });
  return paces[0] ?? unknownPaceMs;
}

/** Dates a reading by the marks around it, which are bounds from then on: the same count is to be dated the same. */
function dateBetween(marks: Mark[], seq: number): number {
  const next = marks.findIndex((mark) => mark.seq >= seq);
  for (const mark of marks.slice(Math.max(0, next - 1), next + 1)) {
    if (marks[next]?.seq !== seq) mark.isBound = true;
  }
  return timeOf(marks, seq);
}

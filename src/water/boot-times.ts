import { dayMs, minuteMs, secondMs } from '../kit/time/units.ts';

/** Place of a reading by a board without a clock: how often it has started, and its count of readings since. */
export type Count = { boot: number; seq: number };

/** When the count of a boot stood where, in epoch milliseconds; a bound is one between which and another readings were dated. */
type Mark = { seq: number; at: number; isBound?: boolean };
/** Marks in the order of the count, at least one; between two of them it went on evenly. */
type Boot = { boot: number; marks: Mark[] };

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

/** Boots and marks of each that are remembered; more boots where one batch has more, which may come again. */
const mostBoots = 8;
const mostMarks = 64;
/** Newest marks of a boot, from which its pace is known; older ones go, but for bounds. */
const newestMarks = 32;

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
  const boots = recall(text, newest);

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
    boots: pack(boots, Math.min(newest, ...byBoot.keys())),
    times,
  };
}

/**
 * What is known of a device's boots; nothing where its count has fallen back by more than are remembered: it
 * has lost its memory, and begins anew.
 */
function recall(text: string, newest: number): Map<number, Boot> {
  const boots = new Map(unpack(text).map((each) => [each.boot, each]));
  const latest = [...boots.keys()].sort((a, b) => a - b).slice(-mostBoots);
  const hasLostCount = newest + mostBoots < Math.min(...latest);
  return boots.size > 0 && hasLostCount ? new Map() : boots;
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

/** When the count stood at `seq`, which lies between two marks or at one. */
function timeOf(marks: Mark[], seq: number): number {
  const at = marks.findIndex((mark) => mark.seq >= seq);
  const next = marks[at] as Mark;
  const before = marks[at - 1];
  if (next.seq === seq || !before) return next.at;
  const share = (seq - before.seq) / (next.seq - before.seq);
  return Math.round(before.at + share * (next.at - before.at));
}

/** Dates a reading by the marks around it, which are bounds from then on: the same count is to be dated the same. */
function dateBetween(marks: Mark[], seq: number): number {
  const next = marks.findIndex((mark) => mark.seq >= seq);
  for (const mark of marks.slice(Math.max(0, next - 1), next + 1)) {
    if (marks[next]?.seq !== seq) mark.isBound = true;
  }
  return timeOf(marks, seq);
}

/** @param oldest the first boot just dated: it stays, and the one before it, which bounds it. */
function pack(boots: Map<number, Boot>, oldest: number): string {
  const inOrder = [...boots.values()].sort((a, b) => a.boot - b.boot);
  const dated = inOrder.filter(({ boot }) => boot >= oldest).length;
  const kept = inOrder.slice(-Math.max(mostBoots, dated + 1));
  return JSON.stringify(
    kept.map(({ boot, marks }) => [
      boot,
      ...thinned(marks).flatMap(({ seq, at, isBound }) => [seq, isBound ? -at : at]),
    ]),
  );
}

/** Leaves out the marks without which time between the others runs most nearly as before; of bounds the oldest. */
function thinned(marks: Mark[]): Mark[] {
  const kept = [...marks];
  while (kept.length > mostMarks) {
    let least = { index: 0, ms: Number.POSITIVE_INFINITY };
    for (let index = 1; index < kept.length - newestMarks; index += 1) {
      const around = [kept[index - 1] as Mark, kept[index + 1] as Mark];
      const { seq, at, isBound } = kept[index] as Mark;
      const ms = isBound ? Number.POSITIVE_INFINITY : Math.abs(timeOf(around, seq) - at);
      if (ms < least.ms) least = { index, ms };
    }
    kept.splice(least.index, 1);
  }
  return kept;
}

function unpack(text: string): Boot[] {
  if (text === '') return [];
  return (JSON.parse(text) as [number, ...number[]][]).map(([boot, ...numbers]) => ({
    boot,
    marks: numbers.flatMap((seq, index) => {
      const at = numbers[index + 1] ?? 0;
      return index % 2 === 0 ? { seq, at: Math.abs(at), ...(at < 0 && { isBound: true }) } : [];
    }),
  }));
}

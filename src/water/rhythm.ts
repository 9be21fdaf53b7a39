import { hourMs, secondMs } from '../kit/time/units.ts';

/** Usual intervals without a sign of a device after which it counts as silent. */
const intervals = 3;
/** Longest silence that means nothing, however seldom a device calls: a daily reporter and six hours. */
export const longestSilenceMs = 30 * hourMs;

/**
 * The usual interval is the one that a quarter of the time is spent in, or in longer ones. Weighing by time
 * makes nothing of doubled pushes, of bursts of buffered readings and of single outages, and takes the silence
 * between two heartbeats for the rhythm of a device that otherwise sends when its level moves.
 */
const shareOfLonger = 0.25;
/** Seconds of weight beyond which all weights are halved: what was longer ago than some days fades. */
const longestMemory = 6 * 24 * 3600;
/** Longest gap that counts as a rhythm, and thereby its greatest weight, in seconds. */
const longestGap = 24 * 3600;
/** Weight of a gap that was a silence, as a share of all that is known: twice in some days it is a habit. */
const shareOfSilence = 0.25;
/** Gaps are alike within a factor of two: the first class ends here, in seconds. */
const firstClass = 15;
const mostClasses = 14;
/** A gap of at least this share of the usual call ends what a long gap before it suggests. */
const usualShare = 1 / 4;
/** Share of the time that is spent in the usual call or in shorter gaps. */
const shareOfShorter = 0.25;
/** Usual gap beyond which a device is slow, in seconds. */
const slowGap = 20 * 60;
/** Seconds that must be known of a slow device whose gaps are not alike, and the share that makes them so. */
const acquaintance = 3 * 24 * 3600;
const alikeShare = 0.9;
/** After a silence, the next one of its length means nothing yet, up to this: the device may have slowed down. */
const longestGraceMs = 2 * hourMs;
const grace = 1.5;

/** Gaps between signs of a device, all in seconds. */
type Rhythm = {
  /** The last gap, if it was a silence; else 0. */
  silence: number;
  /** Time spent in gaps of each class, and their mean length. */
  classes: Map<number, { weight: number; mean: number }>;
};

/** Rhythm after a gap, as text, and the silence that means something from now on: null while too little is known. */
export type Followed = { rhythm: string; silentAfterMs: number | null };

/**
 * Follows the rhythm of a device by the time between two signs of it (pushes, polls, acknowledgements).
 * @param leastMs the shortest silence that means anything, and the time that must be known before any does.
 */
export function followRhythm(text: string, gapMs: number, leastMs: number): Followed {
  const rhythm = unpackRhythm(text);
  const gap = Math.min(longestGap, Math.round(gapMs / secondMs));
  const before = usualSilence(rhythm, leastMs);
  if (gap > 0) addGap(rhythm, gap, before === null ? null : before / secondMs);
  return { rhythm: packRhythm(rhythm), silentAfterMs: silenceOf(rhythm, leastMs) };
}

/** The silence of a device that means something, in milliseconds; null while its rhythm is not known. */
export function silenceOfRhythm(text: string, leastMs: number): number | null {
  return silenceOf(unpackRhythm(text), leastMs);
}

/**
 * The silence that means something of a device whose pump runs, in milliseconds: three of its usual gaps by day, so
 * that a board without power at night is known by its days. Of one that has no such days, or of which little is
 * known, it is three of its longest gaps so far, and of one of which nearly nothing is known it is the longest.
 */
export function runningSilence(text: string, leastMs: number): number {
  const { silence, classes } = unpackRhythm(text);
  if (intervals * totalOf(classes) * secondMs < leastMs) return longestSilenceMs;
  const ofDays = new Map([...classes].filter(([, { mean }]) => mean < shortestNight));
  const isKnown =
    totalOf(ofDays) >= Math.max(leastOfDays, shareOfDays * totalOf(classes)) && ofDays.size > 0;
  const gap = isKnown
    ? usualGap(ofDays)
    : Math.max(silence, ...[...classes.values()].map(({ mean }) => mean));
  return Math.min(longestSilenceMs, Math.max(leastMs, intervals * gap * secondMs));
}

/** Gap from which one may be a night without power, in seconds. */
const shortestNight = 6 * 3600;
/** Seconds that must be known of a device's days, and their share of all, which a daily reporter's calls never have. */
const leastOfDays = 6 * 3600;
const shareOfDays = 1 / 8;

/**
 * Returns the interval at which a device usually calls, in milliseconds: a quarter of the time is spent in that
 * or in shorter ones. So a board without power at night is known by its days, and one that asks again while it is
 * awake by the time that it sleeps between. Undefined where no gap has come twice.
 */
export function usualCallsOf(text: string): number | undefined {
  const { classes } = unpackRhythm(text);
  const twice = [...classes].filter(([, { weight, mean }]) => weight > 1.5 * mean);
  return twice.length === 0 ? undefined : usualGap(new Map(twice), 1 - shareOfShorter) * secondMs;
}

function silenceOf(rhythm: Rhythm, leastMs: number): number | null {
  const usual = usualSilence(rhythm, leastMs);
  if (usual === null) return null;
  return Math.max(usual, Math.min(grace * rhythm.silence * secondMs, longestGraceMs));
}

function usualSilence({ classes }: Rhythm, leastMs: number): number | null {
  if (totalOf(classes) * secondMs < leastMs) return null;
  const usual = usualGap(classes);
  if (usual > slowGap && isGuess(classes, usual)) return longestSilenceMs;
  const wanted = Math.round(intervals * usual * secondMs);
  return Math.max(leastMs, Math.min(wanted, longestSilenceMs));
}

/**
 * True while what is known of a slow device need not be its rhythm: a single gap, or gaps of many lengths
 * within some days. Devices that send on change have their longest gaps at night.
 */
function isGuess(classes: Rhythm['classes'], usual: number): boolean {
  const total = totalOf(classes);
  if (total < 2 * usual) return true;
  const weightOf = (at: number) => classes.get(at)?.weight ?? 0;
  const mostAlike = Math.max(...[...classes.keys()].map((at) => weightOf(at) + weightOf(at + 1)));
  return total < acquaintance && mostAlike < alikeShare * total;
}

function addGap(rhythm: Rhythm, gap: number, silence: number | null): void {
  const { classes } = rhythm;
  if (silence !== null && gap > silence) {
    const before = rhythm.silence;
    rhythm.silence = gap;
    if (before === 0) {
      addWeight(classes, gap, Math.min(gap, Math.ceil(shareOfSilence * totalOf(classes))));
      return;
    }
    // Twice in a row: the device has slowed down, and what it did before says nothing.
    const usual = Math.min(before, gap);
    classes.clear();
    addWeight(classes, usual, 2 * usual);
    rhythm.silence = 0;
    return;
  }
  if (gap >= usualShare * usualGap(classes, 1 - shareOfShorter)) rhythm.silence = 0;
  addWeight(classes, gap, gap);
}

function addWeight(classes: Rhythm['classes'], gap: number, weight: number): void {
  const at = Math.min(mostClasses, Math.max(0, Math.floor(Math.log2(gap / firstClass)) + 1));
  const known = classes.get(at) ?? { weight: 0, mean: gap };
  const total = known.weight + weight;
  const share = Math.max(weight / total, 1 / 8);
  classes.set(at, { weight: total, mean: Math.round(known.mean + share * (gap - known.mean)) });
  if (totalOf(classes) < longestMemory) return;
  for (const [key, { weight, mean }] of classes) {
    if (weight < 2) classes.delete(key);
    else classes.set(key, { weight: weight >> 1, mean });
  }
}

function usualGap(classes: Rhythm['classes'], share = shareOfLonger): number {
  const longestFirst = [...classes].sort(([a], [b]) => b - a);
  let left = share * totalOf(classes);
  for (const [, { weight, mean }] of longestFirst) {
    left -= weight;
    if (left < 0) return mean;
  }
  return 0;
}

function totalOf(classes: Rhythm['classes']): number {
  let total = 0;
  for (const { weight } of classes.values()) total += weight;
  return total;
}

function packRhythm({ silence, classes }: Rhythm): string {
  let packed = String(silence);
  for (const [at, { weight, mean }] of classes) packed += `,${at},${weight},${mean}`;
  return packed;
}

function unpackRhythm(text: string): Rhythm {
  const [silence = 0, ...numbers] = text === '' ? [] : text.split(',').map(Number);
  const classes: Rhythm['classes'] = new Map();
  for (let at = 0; at + 2 < numbers.length; at += 3) {
    const [key = 0, weight = 0, mean = 0] = numbers.slice(at, at + 3);
    classes.set(key, { weight, mean });
  }
  return { silence, classes };
}

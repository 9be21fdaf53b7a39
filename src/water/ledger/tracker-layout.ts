/**
 * Layout version, the first number of the JSON array in which a row stores a tracker. What is in doubt stands at
 * the end, and only where there is any.
 */
export const version = 2;
/** Layout of 0.1.0. */
export const firstVersion = 1;

/** Numbers of a row in their order; new ones stand at the end. */
export type WrittenTracker = [
  version: number,
  at: number,
  raw: number,
  rawBefore: number | null,
  spacing: number,
  level: number,
  variance: number,
  noise: number,
  count: number,
  lag: number,
  doubts: number,
  markLevel: number,
  markVolume: number | null,
  ratio: number | null,
  flags: number,
  isFilling: number,
  lowLevel: number,
  lowVolume: number | null,
  sinceLow: number,
  highLevel: number,
  highVolume: number | null,
  sinceHigh: number,
  hidden: number,
  sinceSample?: number,
  sample?: number,
  sampleBefore?: number | null,
  swing?: number,
  samples?: number,
  doubtLevel?: number | null,
  sinceBefore?: number,
  sinceDoubt?: number,
  doubtTo?: number | null,
  doubtRaw?: number,
  doubtFastest?: number,
  doubtSeen?: number,
  sinceEcho?: number | null,
  foldLevel?: number | null,
  foldStep?: number,
  sinceFold?: number,
  isSureFold?: number,
  fallenBy?: number | null,
  sinceFallen?: number,
  isInFold?: number,
  sinceBlind?: number | null,
];

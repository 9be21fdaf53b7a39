import type { PumpCommand } from '../../api/operations.ts';

export type CommandWord = PumpCommand['command'];

export const commandWords = ['on', 'off', 'auto', 'schedule'] as const satisfies CommandWord[];

export type WrongLevels = Partial<
  Record<'turn_on_below' | 'turn_off_above', 'not-percent' | 'not-less' | 'not-more'>
>;

export type Levels = { onBelow: number | undefined; offAbove: number | undefined };

/** Reads a level's field; undefined if empty, NaN if it is no number. */
export function readLevel(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.');
  return trimmed === '' ? undefined : Number(trimmed);
}

/**
 * Finds what the API would refuse: a level that is no percentage, and an upper level at or below
 * the lower one. For `auto` an empty level is the sensor's threshold; other commands need none.
 */
export function checkLevels(
  command: CommandWord,
  { onBelow, offAbove }: Levels,
  { low, high }: { low: number; high: number },
): WrongLevels {
  const wrong: WrongLevels = {};
  if (!isPercent(onBelow)) wrong.turn_on_below = 'not-percent';
  if (!isPercent(offAbove)) wrong.turn_off_above = 'not-percent';
  if (wrong.turn_on_below || wrong.turn_off_above) return wrong;
  const isAuto = command === 'auto';
  const from = onBelow ?? (isAuto ? low : Number.NEGATIVE_INFINITY);
  const until = offAbove ?? (isAuto ? high : Number.POSITIVE_INFINITY);
  if (from < until) return {};
  // The API names the given level.
  return onBelow === undefined ? { turn_off_above: 'not-more' } : { turn_on_below: 'not-less' };
}

function isPercent(level: number | undefined): boolean {
  return level === undefined || (level >= 0 && level <= 100);
}

import { type CorrectedStretch, isCorrected, type NamedStretch } from './corrected-stretch.ts';

const none: readonly CorrectedStretch[] = [];

/**
 * The stretch in which the level of a sensor tells neither use nor refill since its tank was changed: the move from
 * its last reading by the tank as it was to its first by the tank as it is. The water is where it was, and the same
 * measured height is another level now.
 * @param lastBefore instant of the former; null where no change shows.
 */
export function stretchesOfChange(lastBefore: number | null): readonly CorrectedStretch[] {
  return lastBefore === null ? none : [stretchBehind(lastBefore)];
}

/**
 * The same stretch for a ledger that is made anew. When the change was saved says nothing of it: what a board
 * measured long before may come later, and is by the new tank then.
 */
export function stretchBehind(lastBefore: number): CorrectedStretch {
  return { begun_at: lastBefore, ended_at: lastBefore + 1 };
}

/** Whether one of the stretches between two readings is that of a tank that was changed. */
export function isOverChange(
  stretches: readonly CorrectedStretch[],
  before: number,
  at: number,
): boolean {
  const changes = stretches.filter(
    (each) => each.ended_at === stretchBehind(each.begun_at).ended_at,
  );
  return isCorrected(changes, before, at);
}

/** Whether the tank was measured anew between two readings, as far as its corrections tell. */
export function isMeasuredAnew(
  stretches: readonly NamedStretch[],
  before: number,
  at: number,
): boolean {
  const changes = stretches.filter(({ kind }) => kind === 'tank_changed');
  return isCorrected(changes, before, at);
}

import type { PumpState, PumpWord } from '../../pumps/pump-state.ts';

/**
 * Returns whether a pump runs, as far as its device has said so itself: in a reading, or by acknowledging a
 * command. A command that it has only fetched leaves what was known before.
 * @param reported by the latest reading; null where that says nothing of the pump.
 */
export function knownToRun(state: PumpState, reported: PumpWord | null): boolean | null {
  const { onSince, isCertain, toldOffAt } = state;
  if (onSince !== undefined && isCertain) return true;
  if (onSince === undefined && toldOffAt !== undefined) return false;
  return reported === null ? null : reported === 'on';
}

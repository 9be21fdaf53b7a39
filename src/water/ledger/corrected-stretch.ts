/**
 * Stretch of time of which a person says that the level tells neither use nor refill, such as while the tank
 * is cleaned. Epoch milliseconds.
 */
export type CorrectedStretch = { begun_at: number; ended_at: number };

/** With its kind, as corrections are stored. */
export type NamedStretch = CorrectedStretch & { kind: string };

/**
 * Whether a move of the level lies in one of the stretches, as far as readings tell: the one before it was
 * taken at `before`, the one behind it at `at`. A stretch in which no reading came is of the move over it.
 */
export function isCorrected(
  stretches: readonly CorrectedStretch[],
  before: number,
  at: number,
): boolean {
  return stretches.some(({ begun_at, ended_at }) => begun_at < at && ended_at > before);
}

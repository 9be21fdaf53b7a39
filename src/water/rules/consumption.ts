/**
 * Used and refilled water from turning points.
 *
 * The level is followed like a hand on a noisy gauge: while it moves on in one direction, every step
 * counts; it turns only when it has come back from its extreme by more than the dead band. So jitter
 * within the band counts as nothing, slow use is never lost, and at any point
 * `refilled - consumed = turn - first`, where the turn is within the band of the last level. The
 * state after a reading depends on earlier readings only through this state, hence a day can be split
 * anywhere. (The zigzag filter of hydrology and metering; rainflow counting uses the same points.)
 */
export type ConsumptionState = {
  /** -1 while falling, 1 while rising, 0 before the first move. */
  direction: number;
  /** Level of the extreme so far, in percent, and the litres that were measured with it. */
  turnLevel: number;
  turnVolume: number | null;
};

/** Percent of capacity and litres that a reading adds. */
export type Flow = {
  consumedLevel: number;
  refilledLevel: number;
  consumedVolume: number;
  refilledVolume: number;
};

export const noFlow: Flow = Object.freeze({
  consumedLevel: 0,
  refilledLevel: 0,
  consumedVolume: 0,
  refilledVolume: 0,
});

/** Where a sensor's life begins. */
export function startConsumption(level: number, volume: number | null): ConsumptionState {
  return { direction: 0, turnLevel: level, turnVolume: volume };
}

/**
 * Follows the level by one reading; `state` is moved in place.
 * @param deadBand percent of capacity that counts as noise.
 * @returns what was consumed or refilled between the old extreme and this reading.
 */
export function followLevel(
  state: ConsumptionState,
  level: number,
  volume: number | null,
  deadBand: number,
): Flow {
  const change = level - state.turnLevel;
  const movesOn = change * state.direction > 0;
  if (!movesOn && Math.abs(change) <= deadBand) {
    // A volume that comes with the extreme's own level completes it.
    if (change === 0 && state.turnVolume === null) state.turnVolume = volume;
    return noFlow;
  }
  const flow = flowOf(change, litresBetween(state.turnVolume, volume, change));
  state.direction = Math.sign(change);
  state.turnLevel = level;
  state.turnVolume = volume;
  return flow;
}

/**
 * Litres between two extremes; 0 where one is unknown, or where they move against the level, as they
 * do when the capacity was changed between.
 */
function litresBetween(before: number | null, after: number | null, change: number): number {
  if (before === null || after === null) return 0;
  const litres = after - before;
  return litres * change > 0 ? Math.abs(litres) : 0;
}

function flowOf(change: number, litres: number): Flow {
  return change > 0
    ? { ...noFlow, refilledLevel: change, refilledVolume: litres }
    : { ...noFlow, consumedLevel: -change, consumedVolume: litres };
}

export type PumpWord = 'on' | 'off';

/** What commanded a run; the fields are those of its state. */
export type OpenOrder = Required<Pick<PumpState, 'onSince'>> &
  Pick<PumpState, 'isByOwner' | 'stopLevel' | 'stopsBy'> & {
    /**
     * True if a reading of the run said `on`: a newer `on` begins a run of its own. False if none did, since its
     * board may say `off` at all times. Absent in orders of earlier versions, which are judged for an hour.
     */
    saidOn?: boolean;
  };

/** State of a sensor's pump, from commands and readings. Instants are epoch milliseconds. */
export type PumpState = {
  /**
   * Instant since which the pump may be running: an `on` was fetched or acknowledged, or a reading says so.
   */
  onSince?: number;
  /**
   * Set while readings say `on` of a pump that takes its water from this tank, and fills another one of the
   * device: what else is known is of before.
   */
  drawsHere?: boolean;
  /** Set if a command began the run, rather than a hand at the pump. */
  isCommanded?: boolean;
  /** Set if the pump certainly runs: the `on` was acknowledged, or a reading says so. */
  isCertain?: boolean;
  /** Set once a reading of the run has said `on`: its board does not say `off` at all times. */
  saidOn?: boolean;
  /** Set if the owner switched it on, not the server. */
  isByOwner?: boolean;
  /** Instant by which the board ends the run by itself, as it was told; old firmware does not heed it. */
  stopsBy?: number;
  /** Level up to which the owner lets this run go, in percent; the high threshold where absent. */
  stopLevel?: number;
  /** Instant of the first reading of the run, and the least level since, in percent. */
  watchedSince?: number;
  leastLevel?: number;
  /** Usual time between two readings, in milliseconds. */
  everyMs?: number;
  /** The last gap that was far longer, in milliseconds: halved by each reading after it that comes as usual. */
  awayMs?: number;
  /** Instant and level of the first reading of the run after readings stayed away: its pump may have stood still. */
  resumedAt?: number;
  resumedLevel?: number;
  /** How often the run was watched anew since it last showed. */
  resumes?: number;
  /** Time in which a rise usually shows in this tank. */
  dryAfterMs?: number;
  /** Last measured level of the run, and the part of it that a pump can have reached, in percent. */
  measured?: number;
  risenTo?: number;
  /** Set once the run has shown in the level, and once any run has. */
  hasRisen?: boolean;
  bringsWater?: boolean;
  /** Level and instant of the last visible rise of the run, and its rate, or the last run's, in percent an hour. */
  roseTo?: number;
  roseAt?: number;
  risePerHour?: number;
  /**
   * Level of the last reading, and its instant, while the pump is off; the draw then, and the greatest of the
   * last days, in percent an hour.
   */
  drawLevel?: number;
  drawAt?: number;
  draw?: number;
  mostDraw?: number;
  /** Level at the begin of the run. */
  watchedLevel?: number;
  /** Multiple of the time in which a rise shows that a run is given, since the last latch was cleared. */
  patience?: number;
  /** Runs that brought no water one after another, and the end of the rest that the well is given. */
  dryRuns?: number;
  restUntil?: number;
  /** Instant at which an `on` was last fetched or acknowledged. */
  toldOnAt?: number;
  /** Instant at which an `off` was acknowledged; absent once a reading says that the pump is off. */
  toldOffAt?: number;
  /** Instant at which an `off` was first fetched in this run, and how often it was. */
  offFetchedAt?: number;
  offFetches?: number;
  /** Readings with the status of the pump since it was last told something. */
  heard?: number;
  /** Instant at which the pump stopped. */
  offSince?: number;
  /** Set if the run that stopped then was certain. */
  wasCertain?: boolean;
  /** What commanded a run that is off by the word of its board alone, which was told no `off`: it may go on. */
  order?: OpenOrder;
  /** Instant at which an `on` was last sent for another reason than a reading. */
  orderedAt?: number;
  /** Instant of a run without water: the server does not switch the pump on until its owner clears this. */
  latchedAt?: number;
  /**
   * Instant of a run without water after which the pump is not latched: one by hand, or one after which it is
   * rested. Absent once a run brings water.
   */
  dryAt?: number;
};

export type PumpReading = {
  at: number;
  pump: PumpWord | null;
  /** Filtered level and measured level. */
  level: number;
  measured: number;
  /** True if the measured level is not believed until others confirm it. */
  isSuspect: boolean;
  /** Standard deviation of the sensor's noise, in percent. */
  noise: number;
};

/**
 * What is known of a measured value: so many readings in a row are the very same, since an instant, and how old it
 * may be when it is posted, in milliseconds: 0 of boards that measure for each post.
 */
export type HeldValue = { alike: number; since: number; heldMs: number };

/** Packs the state as the sensor's row stores it: JSON, or null where it is empty. */
export function packPump(state: PumpState): string | null {
  return Object.keys(state).length === 0 ? null : JSON.stringify(state);
}

export function unpackPump(text: string | null): PumpState {
  if (text === null) return {};
  // As it was called by 0.1.0.
  const { stopAt: stopLevel, ...state } = JSON.parse(text) as PumpState & { stopAt?: number };
  return stopLevel === undefined ? state : { stopLevel, ...state };
}

import { minuteMs } from '../../kit/time/units.ts';

export type PumpWord = 'on' | 'off';

/** State of a sensor's pump, from commands and readings. Instants are epoch milliseconds. */
export type PumpState = {
  /**
   * Instant since which the pump may be running: an `on` was fetched or acknowledged, or a reading says so.
   */
  onSince?: number;
  /** Set if a command began the run, rather than a hand at the pump. */
  isCommanded?: boolean;
  /** Set if the pump certainly runs: the `on` was acknowledged, or a reading says so. */
  isCertain?: boolean;
  /** Set if the owner switched it on, not the server. */
  isByOwner?: boolean;
  /** Level up to which the owner lets this run go, in percent; the high threshold where absent. */
  stopAt?: number;
  /** Instant of the first reading of the run, and the least level since, in percent. */
  watchedSince?: number;
  leastLevel?: number;
  /** Time in which a rise usually shows in this tank. */
  dryAfterMs?: number;
  /** Last measured level of the run, and the part of it that a pump can have reached, in percent. */
  measured?: number;
  risenTo?: number;
  /** Set once the run has shown in the level. */
  hasRisen?: boolean;
  /** Instant at which an `on` was last fetched or acknowledged. */
  toldOnAt?: number;
  /** Instant at which an `off` was acknowledged; absent once a reading says that the pump is off. */
  toldOffAt?: number;
  /** Instant at which the pump stopped. */
  offSince?: number;
  /** Instant at which an `on` was last sent for another reason than a reading. */
  orderedAt?: number;
  /** Instant of a run without water: the server does not switch the pump on until its owner clears this. */
  latchedAt?: number;
  /** Instant of a dry run by hand of a pump that the server leaves alone; absent once a run brings water. */
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

/** Time by which a reading may be older than the pump's last command, or the relay be slow. */
export const settleMs = 2 * minuteMs;

export type PumpOrder = {
  command: PumpWord;
  isByOwner: boolean;
  /** Level up to which its owner lets the run go, in percent. */
  stopAt?: number | undefined;
};

/** Returns the state once an `on` waits for the device. */
export function afterSending(state: PumpState, now: number): PumpState {
  return { ...state, orderedAt: now };
}

/** Returns the state once the device has fetched a command: it may obey even if it never reports again. */
export function afterDelivery(state: PumpState, order: PumpOrder, now: number): PumpState {
  if (order.command === 'off') return state;
  const { toldOffAt: _, ...known } = state;
  return {
    ...known,
    onSince: state.onSince ?? now,
    toldOnAt: (state.onSince !== undefined && state.toldOnAt) || now,
    isCommanded: true,
    isByOwner: order.isByOwner,
    ...(order.stopAt !== undefined && { stopAt: order.stopAt }),
  };
}

/** Returns the state once the device, or a person beside it, confirms that a command was carried out. */
export function afterAck(state: PumpState, order: PumpOrder, now: number): PumpState {
  if (order.command === 'on') return { ...afterDelivery(state, order, now), isCertain: true };
  const stopped = state.onSince === undefined ? state : stop(state, now);
  return { ...stopped, toldOffAt: now };
}

type Circumstances = {
  /** True if the server switches the pump by the level. */
  isSteered: boolean;
  /** True if the sensor may be stuck: then a steered pump is stopped, and a run by hand is not judged. */
  isBlind?: boolean;
};

export function afterReading(
  state: PumpState,
  reading: PumpReading,
  circumstances: Circumstances,
): PumpState {
  const believed = believePump(state, reading);
  if (believed.onSince === undefined) return believed;
  const { measured } = reading;
  const { measured: before } = believed;
  const risenTo = before === undefined ? reading.level : Math.min(measured, before + fastRise);
  return watchRise({ ...believed, measured, risenTo }, reading, circumstances);
}

function believePump(state: PumpState, { at, pump }: PumpReading): PumpState {
  if (pump === 'on') {
    if (state.onSince !== undefined) return { ...state, isCertain: true };
    const { toldOffAt } = state;
    if (toldOffAt !== undefined && at <= toldOffAt + settleMs) return state;
    return { ...state, onSince: at, isCertain: true, isCommanded: toldOffAt !== undefined };
  }
  if (pump === null) return state;
  const { toldOnAt, toldOffAt: _, ...confirmed } = state;
  if (state.onSince === undefined) return confirmed;
  if (toldOnAt !== undefined && at <= toldOnAt + settleMs) return state;
  return stop(confirmed, at);
}

function stop({ latchedAt, dryAt, toldOffAt }: PumpState, at: number): PumpState {
  return {
    offSince: at,
    ...(latchedAt !== undefined && { latchedAt }),
    ...(dryAt !== undefined && { dryAt }),
    ...(toldOffAt !== undefined && { toldOffAt }),
  };
}

/** Judges a run: an `on` without a rise in the time that this tank needs is a pump that runs dry. */
function watchRise(
  state: PumpState,
  reading: PumpReading,
  { isSteered, isBlind = false }: Circumstances,
): PumpState {
  const { onSince = reading.at, dryAfterMs = dryAfterOf([], reading.noise) } = state;
  if (!state.isCertain || state.hasRisen || reading.at < onSince) return state;
  const { watchedSince = reading.at } = state;
  const leastLevel = Math.min(state.leastLevel ?? reading.level, reading.level);
  const level = Math.max(reading.level, state.risenTo ?? reading.level);
  if (level - leastLevel >= visibleRise(reading.noise)) {
    const { leastLevel: _, watchedSince: __, dryAt: ___, ...risen } = state;
    return { ...risen, hasRisen: true };
  }
  // The filter needs time to believe a fast rise.
  const isDry = !reading.isSuspect && reading.at - watchedSince >= dryAfterMs;
  const watched = { ...state, watchedSince, leastLevel };
  if (!isDry) return watched;
  const isOurs = state.isCommanded || isSteered;
  if (isOurs) return { ...watched, latchedAt: reading.at };
  return isBlind ? watched : { ...watched, dryAt: reading.at };
}

/** Clears the latch of a pump that ran dry; a run that goes on is judged from its next reading. */
export function withoutLatch(known: PumpState): PumpState {
  const { latchedAt: _, dryAt: __, watchedSince: ___, ...state } = known;
  return state;
}

/**
 * Greatest rise by a pump between two readings, in percent; a greater one is believed with the next reading.
 */
const fastRise = 10;

/** Returns the least rise that cannot be the sensor's noise, in percent. */
export function visibleRise(noise: number): number {
  return Math.max(1, 4 * noise);
}

/** Time until a rise of one percent shows in a tank without known refills. */
const usualDryAfterMs = 15 * minuteMs;
const mostDryAfterMs = 120 * minuteMs;

/**
 * Returns the time in which a refill shows in a tank: three times that of its median refill.
 * @param rates of its refills, in percent an hour
 */
export function dryAfterOf(rates: readonly number[], noise: number): number {
  const sorted = rates.filter((rate) => rate > 0).sort((a, b) => a - b);
  const median = sorted[sorted.length >> 1];
  if (median === undefined) {
    return Math.min(mostDryAfterMs, usualDryAfterMs * visibleRise(noise));
  }
  const expectedMs = (visibleRise(noise) / median) * 60 * minuteMs;
  return Math.min(mostDryAfterMs, Math.max(usualDryAfterMs, 3 * expectedMs));
}

/** Packs the state as the sensor's row stores it: JSON, or null where it is empty. */
export function packPump(state: PumpState): string | null {
  return Object.keys(state).length === 0 ? null : JSON.stringify(state);
}

export function unpackPump(text: string | null): PumpState {
  return text === null ? {} : (JSON.parse(text) as PumpState);
}

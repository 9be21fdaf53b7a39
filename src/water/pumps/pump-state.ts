import { minuteMs } from '../../kit/time/units.ts';

export type PumpWord = 'on' | 'off';

/** What is known of a sensor's pump, from commands and readings. Instants are epoch milliseconds. */
export type PumpState = {
  /** Since when the pump may be running: an `on` was fetched or acknowledged, or a reading says so. */
  onSince?: number;
  /** The run was begun by a command, rather than by hand at the pump. */
  isCommanded?: boolean;
  /** The pump does run: the `on` was acknowledged, or a reading says so. */
  isCertain?: boolean;
  /** Its owner switched it on, not the server. */
  isByOwner?: boolean;
  /** The level up to which its owner lets this run go, in percent; the high threshold where absent. */
  stopAt?: number;
  /** The first reading of the run, and the least level since, in percent. */
  watchedSince?: number;
  leastLevel?: number;
  /** How long this tank needs, as a rule, until its pump shows. */
  dryAfterMs?: number;
  /** What was measured last in the run, and what of it a pump can have done, in percent. */
  measured?: number;
  risenTo?: number;
  /** The run has shown in the level. */
  hasRisen?: boolean;
  /** An `on` was last fetched or acknowledged. */
  toldOnAt?: number;
  /** An `off` was acknowledged, and no reading has said since that the pump is off. */
  toldOffAt?: number;
  /** The pump stopped. */
  offSince?: number;
  /** An `on` was last sent by other than a reading. */
  orderedAt?: number;
  /** A run brought no water: the server does not switch the pump on until its owner clears this. */
  latchedAt?: number;
  /** A run by hand, of a pump that the server leaves alone, brought no water, and none since brought any. */
  dryAt?: number;
};

/** What a reading says of a tank and its pump. */
export type PumpReading = {
  at: number;
  pump: PumpWord | null;
  /** The level that is believed, and the one that was measured. */
  level: number;
  measured: number;
  /** The measured one is not believed until others confirm it. */
  isSuspect: boolean;
  /** Standard deviation of the sensor's noise, in percent. */
  noise: number;
};

/** A reading can be older than what the pump was told last by this much, or the relay be slow. */
export const settleMs = 2 * minuteMs;

/** A command as a pump is told it. */
export type PumpOrder = {
  command: PumpWord;
  isByOwner: boolean;
  /** The level up to which its owner lets the run go, in percent. */
  stopAt?: number | undefined;
};

/** An `on` waits for the device. */
export function afterSending(state: PumpState, now: number): PumpState {
  return { ...state, orderedAt: now };
}

/** The device has fetched a command: it may obey even where nobody hears of it again. */
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

/** The device, or somebody beside it, says that a command was carried out. */
export function afterAck(state: PumpState, order: PumpOrder, now: number): PumpState {
  if (order.command === 'on') return { ...afterDelivery(state, order, now), isCertain: true };
  const stopped = state.onSince === undefined ? state : stop(state, now);
  return { ...stopped, toldOffAt: now };
}

type Circumstances = {
  /** The server switches the pump by the level. */
  isSteered: boolean;
  /** The sensor may be stuck: a pump that it steers is stopped, but of one by hand nothing can be told. */
  isBlind?: boolean;
};

/** What a reading changes. */
export function afterReading(
  state: PumpState,
  reading: PumpReading,
  circumstances: Circumstances,
): PumpState {
  const told = believePump(state, reading);
  if (told.onSince === undefined) return told;
  const { measured } = reading;
  const { measured: before } = told;
  const risenTo = before === undefined ? reading.level : Math.min(measured, before + fastRise);
  return watchRise({ ...told, measured, risenTo }, reading, circumstances);
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

/** An `on` that brings no rise in the time that this tank needs is a pump that runs dry. */
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
  // A filter takes its time to believe in a fast rise.
  const isDry = !reading.isSuspect && reading.at - watchedSince >= dryAfterMs;
  const watched = { ...state, watchedSince, leastLevel };
  if (!isDry) return watched;
  const isOurs = state.isCommanded || isSteered;
  if (isOurs) return { ...watched, latchedAt: reading.at };
  return isBlind ? watched : { ...watched, dryAt: reading.at };
}

/** The owner has seen to a pump that ran dry; a run that goes on is watched anew. */
export function withoutLatch(known: PumpState): PumpState {
  const { latchedAt: _, dryAt: __, watchedSince: ___, ...state } = known;
  return state;
}

/** What a pump may add between two readings, in percent; a greater rise is believed with the next one. */
const fastRise = 10;

/** A rise that is none of the sensor's noise, in percent. */
export function visibleRise(noise: number): number {
  return Math.max(1, 4 * noise);
}

/** Until a percent shows in a tank of which no refill is known. */
const usualDryAfterMs = 15 * minuteMs;
const mostDryAfterMs = 120 * minuteMs;

/**
 * How long a tank needs until a refill of it shows: three times as long as half of its refills took.
 * @param rates percent an hour, of its refills
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

/** As the sensor's row stores it: JSON, or nothing. */
export function packPump(state: PumpState): string | null {
  return Object.keys(state).length === 0 ? null : JSON.stringify(state);
}

export function unpackPump(text: string | null): PumpState {
  return text === null ? {} : (JSON.parse(text) as PumpState);
}

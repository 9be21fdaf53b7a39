import { hourMs } from '../../kit/time/units.ts';
import { usualCallsOf } from '../rhythm.ts';
import type { PumpWord } from './pump-state.ts';

/** Least times for which commands wait for their device, in milliseconds: any command, and an `on`. */
export type CommandLives = { commandMs: number; staleOnMs: number };

/** Usual intervals of its device for which an `on` waits, so that one poll may be lost. */
const intervals = 2;
/** Longest wait of an `on`, however seldom the device calls: its reason may no longer hold. */
const longestWaitMs = 2 * hourMs;

/** Returns the lives of commands for a device. @param usualMs its usual interval, undefined where unknown. */
export function livesFor(
  usualMs: number | undefined,
  { commandMs, staleOnMs }: CommandLives,
): CommandLives {
  const waitMs = Math.min(intervals * (usualMs ?? 0), longestWaitMs);
  return { commandMs, staleOnMs: Math.max(staleOnMs, waitMs) };
}

/** Returns lives that no device's commands exceed. */
export function longestLives(lives: CommandLives): CommandLives {
  return livesFor(longestWaitMs, lives);
}

/** Figures of the readings of an hour that has any. */
export type HourOfReadings = { count: number; first_at: number; last_at: number };

/**
 * Returns the usual spacing of readings in milliseconds: what half of them keep, by hours that have any, in
 * the order of time. Undefined where there are no two readings: one alone tells of no interval.
 */
export function usualInterval(hours: readonly HourOfReadings[]): number | undefined {
  const gaps = hours.flatMap(({ count, first_at, last_at }, index) => {
    const next = hours[index + 1];
    const within = { ms: (last_at - first_at) / Math.max(1, count - 1), times: count - 1 };
    return next ? [within, { ms: next.first_at - last_at, times: 1 }] : [within];
  });
  const counted = gaps.filter(({ times, ms }) => times > 0 && ms > 0).sort((a, b) => a.ms - b.ms);
  const half = counted.reduce((sum, { times }) => sum + times, 0) / 2;
  let passed = 0;
  const median = counted.find(({ times }) => {
    passed += times;
    return passed >= half;
  });
  return median?.ms;
}

/** Figures of an hour of one of a device's sensors. */
export type HourOfSensor = HourOfReadings & { sensor_no: number };

/**
 * Returns the usual interval at which a device calls, in milliseconds: that of its busiest sensor's readings, or
 * that of its calls where it gathers readings for them or sends none. Undefined where neither is known.
 * @param hours of the last day but not of the present hour, those of each sensor in the order of time.
 * @param rhythm of the device's calls
 */
export function usualIntervalOf(
  hours: readonly HourOfSensor[],
  rhythm: string,
): number | undefined {
  const ofSensors = Map.groupBy(hours, ({ sensor_no }) => sensor_no);
  const ofReadings = [...ofSensors.values()].flatMap((each) => usualInterval(each) ?? []);
  const callMs = usualCallsOf(rhythm);
  // A relay board polls alone, beside another that measures.
  if (ofReadings.length === 0) return callMs;
  const readingMs = Math.min(...ofReadings);
  if (callMs === undefined) return readingMs;
  return callMs > gatheredReadings * readingMs ? callMs : readingMs;
}

/** Readings with each call beyond which a device gathers them, as one of two does; fewer are the jitter of others. */
const gatheredReadings = 1.5;

/**
 * True if a device calls often enough for the server to switch its pump on: an `off` that is lost once comes
 * within the longest run. One whose interval is not known yet counts.
 */
export function callsOftenEnough(usualMs: number | undefined, maxRunMs: number): boolean {
  return usualMs === undefined || intervals * usualMs <= maxRunMs;
}

/** Returns the expiry of a command. @param at instant of its reason, since an `on` is soon outdated. */
export function expiryOf(
  { command, at, now }: { command: string; at: number; now: number },
  { commandMs, staleOnMs }: CommandLives,
): number {
  if (command !== 'on') return now + commandMs;
  return Math.min(at, now) + Math.min(commandMs, staleOnMs);
}

/** Makes the row of a command by the server. @param at instant of the reading that caused it. */
export function newSwitch(
  { deviceId, sensorName }: { deviceId: number; sensorName: string },
  { command, source, at }: { command: PumpWord; source: 'auto' | 'schedule'; at: number },
  { now, ...lives }: CommandLives & { now: number },
) {
  return {
    device_id: deviceId,
    sensor_name: sensorName,
    command,
    turn_on_below: null,
    turn_off_above: null,
    status: 'pending',
    source,
    created_at: now,
    expires_at: expiryOf({ command, at, now }, lives),
    schedule: null,
    next_at: null,
    delivered_at: null,
    acknowledged_at: null,
  };
}

export type NewSwitch = ReturnType<typeof newSwitch>;

import { hourMs } from '../../kit/time/units.ts';
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

/**
 * Returns the mean spacing of readings in milliseconds, from the hours that have any; undefined without
 * hours.
 */
export function usualInterval(hours: readonly { count: number }[]): number | undefined {
  const readings = hours.reduce((sum, { count }) => sum + count, 0);
  return readings === 0 ? undefined : (hours.length * hourMs) / readings;
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

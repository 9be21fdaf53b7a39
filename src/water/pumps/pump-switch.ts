import { hourMs } from '../../kit/time/units.ts';
import type { PumpWord } from './pump-state.ts';

/** How long commands wait for their device, in milliseconds: any, and an `on`, at least. */
export type CommandLives = { commandMs: number; staleOnMs: number };

/** An `on` waits for so many of its device's usual intervals, so that one poll may be lost. */
const intervals = 2;
/** What an `on` was made for is not known to hold any longer, however seldom the device calls. */
const longestWaitMs = 2 * hourMs;

/** The lives of commands for a device that calls so often. @param usualMs undefined where that is unknown. */
export function livesFor(
  usualMs: number | undefined,
  { commandMs, staleOnMs }: CommandLives,
): CommandLives {
  const waitMs = Math.min(intervals * (usualMs ?? 0), longestWaitMs);
  return { commandMs, staleOnMs: Math.max(staleOnMs, waitMs) };
}

/** The lives of commands that no device's are longer than. */
export function longestLives(lives: CommandLives): CommandLives {
  return livesFor(longestWaitMs, lives);
}

/** How far apart readings came, in milliseconds, by the hours that have any; undefined where none has. */
export function usualInterval(hours: readonly { count: number }[]): number | undefined {
  const readings = hours.reduce((sum, { count }) => sum + count, 0);
  return readings === 0 ? undefined : (hours.length * hourMs) / readings;
}

/** When a command expires. `at`: what it was made for was so; that a pump is to run is soon outdated. */
export function expiryOf(
  { command, at, now }: { command: string; at: number; now: number },
  { commandMs, staleOnMs }: CommandLives,
): number {
  if (command !== 'on') return now + commandMs;
  return Math.min(at, now) + Math.min(commandMs, staleOnMs);
}

/** A command of the server's own, as a row. `at`: when the reading was measured that it is made for. */
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

/** A new row of `pump_commands`. */
export type NewSwitch = ReturnType<typeof newSwitch>;

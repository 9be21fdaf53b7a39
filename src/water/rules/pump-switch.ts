import type { PumpWord } from './pump-state.ts';

/** How long commands wait for their device, in milliseconds: any, and an `on`. */
export type CommandLives = { commandMs: number; staleOnMs: number };

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

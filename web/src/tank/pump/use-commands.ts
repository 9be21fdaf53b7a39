import { call } from '../../api/call.ts';
import type { PumpCommand } from '../../api/operations.ts';
import { connection, emitOwn, useLive } from '../../live/stream.ts';
import { type Load, useLoad } from '../../ui/load.tsx';
import type { WeekTime } from '../../week-times/week-times.ts';
import { withCommand } from './command-progress.ts';

/**
 * Commands of the device that are loaded: ten of the sensor are among them, unless its other
 * sensors were steered much more often.
 */
const asked = 50;
const waitingMs = 4_000;
const restingMs = 30_000;

/**
 * Loads a sensor's commands, newest first, and keeps them current by the stream, or by polling
 * without one, more often while a command is under way.
 */
export function useCommands(device_id: string, sensorName: string): Load<PumpCommand[]> {
  const load = useLoad(
    async (signal) => {
      const query = { device_id, limit: asked };
      const newest = await call('GET /api/pump_commands.php?action=list', { query, signal });
      const older = newest.length < asked ? [] : await loadOlderInForce(newest, signal);
      return [...newest, ...older].filter(({ sensor_name }) => sensor_name === sensorName);
    },
    [device_id, sensorName],
  );

  const isWaiting = load.data?.some(({ status }) => status === 'pending') ?? false;
  useLive(
    {
      command: (command) => {
        if (command.device_id !== device_id || command.sensor_name !== sensorName) return;
        load.set((commands) => commands && withCommand(commands, command));
        // A list requested before would remove it again.
        if (connection.peek() !== 'live') void load.reload();
      },
      reset: () => void load.reload(),
    },
    isWaiting ? waitingMs : restingMs,
  );
  return load;
}

/** Loads the commands in force behind a list, newest first: a schedule outlasts fifty that it gave itself. */
async function loadOlderInForce(
  newest: PumpCommand[],
  signal: AbortSignal,
): Promise<PumpCommand[]> {
  const device_id = newest[0]?.device_id ?? '';
  const listed = new Set(newest.map(({ id }) => id));
  const inForce = await call('GET /api/pump_commands.php?action=pending', {
    query: { device_id },
    signal,
  });
  return inForce.filter(({ id }) => !listed.has(id)).reverse();
}

type Order = {
  device_id: string;
  sensor_name: string;
  command: PumpCommand['command'];
  turn_on_below: number | undefined;
  turn_off_above: number | undefined;
  schedule?: WeekTime[];
};

export async function sendCommand(order: Order): Promise<void> {
  emitCommand(await call('POST /api/pump_commands.php?action=send', { body: order }));
}

export async function cancelCommand(id: number): Promise<void> {
  emitCommand(await call('DELETE /api/pump_commands.php?action=cancel', { query: { id } }));
}

export async function markExecuted(id: number): Promise<void> {
  emitCommand(await call('PUT /api/pump_commands.php?action=mark-executed', { query: { id } }));
}

/** Publishes the answer to every screen at once, also where the stream is dead and nobody knows it yet. */
function emitCommand(command: PumpCommand): void {
  emitOwn('command', command);
}

/**
 * Finds the schedule that Kisima keeps for a pump.
 * @param commands newest first.
 */
export function standingSchedule(commands: readonly PumpCommand[]): PumpCommand | undefined {
  return commands.find(({ schedule, status }) => schedule !== undefined && status === 'pending');
}

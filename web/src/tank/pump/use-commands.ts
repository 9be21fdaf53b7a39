import { call } from '../../api/call.ts';
import type { PumpCommand } from '../../api/operations.ts';
import { connection, tellUnlessLive, useLive } from '../../live/stream.ts';
import { type Load, useLoad } from '../../ui/load/use-load.ts';
import { withCommand } from './command-progress.ts';
import type { Stretch } from './schedule-fields.tsx';

/** Among these are ten of a sensor, unless the device's other sensors were steered much more often. */
const asked = 50;
const waitingMs = 4_000;
const restingMs = 30_000;

/**
 * A sensor's commands, newest first, as they come along: told by the stream, or asked for where there
 * is none, more often while one is under way.
 */
export function useCommands(device_id: string, sensorName: string): Load<PumpCommand[]> {
  const load = useLoad(
    async (signal) => {
      const query = { device_id, limit: asked };
      const all = await call('GET /api/pump_commands.php?action=list', { query, signal });
      return all.filter(({ sensor_name }) => sensor_name === sensorName);
    },
    [device_id, sensorName],
  );

  const isWaiting = load.data?.some(({ status }) => status === 'pending') ?? false;
  useLive(
    {
      command: (command) => {
        if (command.device_id !== device_id || command.sensor_name !== sensorName) return;
        load.set((commands) => commands && withCommand(commands, command));
        // A list that was asked for before it would take it away again.
        if (connection.peek() !== 'live') void load.reload();
      },
      reset: () => void load.reload(),
    },
    isWaiting ? waitingMs : restingMs,
  );
  return load;
}

type Order = {
  device_id: string;
  sensor_name: string;
  command: PumpCommand['command'];
  turn_on_below: number | undefined;
  turn_off_above: number | undefined;
  schedule?: Stretch[];
};

export async function sendCommand(order: Order): Promise<void> {
  tell(await call('POST /api/pump_commands.php?action=send', { body: order }));
}

export async function cancelCommand(id: number): Promise<void> {
  tell(await call('DELETE /api/pump_commands.php?action=cancel', { query: { id } }));
}

export async function markExecuted(id: number): Promise<void> {
  tell(await call('PUT /api/pump_commands.php?action=mark-executed', { query: { id } }));
}

/** The answer is news for every screen at once, also where no stream tells them. */
function tell(command: PumpCommand): void {
  tellUnlessLive('command', command);
}

import { ApiError } from '../../../kit/api/failures/api-error.ts';
import { FormObject, OneOf } from '../../../kit/api/schema/schema.ts';
import { compileCheck } from '../../../kit/api/schema/validator.ts';
import type { Viewer } from '../../access.ts';
import { SensorName } from '../../fields.ts';
import { findDeviceFor } from '../../guards.ts';
import { type SendDeps, sendCommand } from '../../pump-commands/send-command.ts';

/** What a switch of Home Assistant asks of a pump. */
type PumpOrder = { sensor_name: string; command: 'on' | 'off' };

const words: Readonly<Record<string, PumpOrder['command']>> = { ON: 'on', OFF: 'off' };

const checkOrder = compileCheck<PumpOrder>(
  FormObject({ sensor_name: SensorName, command: OneOf(['on', 'off']) }),
);

/** Longest payload that is read. */
const longest = 1000;

/** Reads a payload: `ON` or `OFF` for the one pump of a tank, or JSON that names the sensor. */
export function readOrder(payload: string, only: string | undefined): PumpOrder | undefined {
  const command = words[payload.trim()];
  if (command) return only === undefined ? undefined : { sensor_name: only, command };
  if (payload.length > longest) return undefined;
  try {
    const read = checkOrder(JSON.parse(payload));
    return 'error' in read ? undefined : read.value;
  } catch {
    return undefined;
  }
}

/** Who sends an order, as the log of the device shows it. */
export type Sender = { viewer: Viewer; address: string };

/**
 * Sends a pump command under the rights of a person, as the API does.
 * @returns false where the person may not, or the device takes none; sending it again is of no use then.
 */
export async function sendOrder(
  deps: SendDeps,
  { viewer, address }: Sender,
  { deviceId, order }: { deviceId: number; order: PumpOrder },
): Promise<boolean> {
  const { userId, program } = viewer;
  const full = { device_id: String(deviceId), ...order };
  try {
    const device = await findDeviceFor(deps.db, 'operate', viewer, full.device_id);
    await sendCommand(deps, { userId, address, ...(program && { program }) }, device, full);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
}

import { call } from '../api/call.ts';
import type { Device } from '../api/operations.ts';

/** One's own device by its id; undefined where one has no such device. */
export async function findDevice(id: string, signal: AbortSignal): Promise<Device | undefined> {
  if (!/^[1-9]\d{0,14}$/.test(id)) return undefined;
  // The list goes by identifier: what comes next after the one before is this device, or another.
  const query = { after: Number(id) - 1, limit: 1 };
  const [found] = await call('GET /api/devices.php?action=list', { query, signal });
  return found?.id === id ? found : undefined;
}

import { call } from '../api/call.ts';
import type { Device } from '../api/operations.ts';

/** Finds an own device by its id; undefined if there is none. */
export async function findDevice(id: string, signal: AbortSignal): Promise<Device | undefined> {
  if (!/^[1-9]\d{0,14}$/.test(id)) return undefined;
  // The list is in the order of ids: the first after `id - 1` is this device, or another.
  const query = { after: Number(id) - 1, limit: 1 };
  const [found] = await call('GET /api/devices.php?action=list', { query, signal });
  return found?.id === id ? found : undefined;
}

import type { TestServer } from '../server/test-server.ts';
import { registerDevice } from '../water/devices.ts';
import { registerUser } from './accounts.ts';

/** Somebody who has one device. */
export type Owner = {
  token: string;
  /** The device's id as it is answered, and as it is stored. */
  device_id: string;
  deviceId: number;
};

/** Registers somebody new with a new device. */
export async function newOwner(server: TestServer, timezone?: string): Promise<Owner> {
  const { token } = await registerUser(server);
  if (timezone !== undefined) {
    await server.request('PUT', '/api/auth.php?action=update', { token, json: { timezone } });
  }
  const { id } = await registerDevice(server, token);
  return { token, device_id: id, deviceId: Number(id) };
}

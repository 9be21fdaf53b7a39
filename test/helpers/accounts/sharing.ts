import assert from 'node:assert/strict';
import type { TestServer } from '../server/test-server.ts';
import type { RegisteredUser } from './accounts.ts';

type Sharing = {
  /** Of who shares the device. */
  token: string;
  device_id: string;
  with: Pick<RegisteredUser, 'email' | 'token'>;
  role: 'viewer' | 'operator' | 'manager';
};

/** Invites somebody to a device, who accepts. */
export async function shareDevice(
  server: TestServer,
  { token, device_id, with: guest, role }: Sharing,
): Promise<void> {
  const path = '/api/devices.php?action=';
  const json = { device_id, to: guest.email, role };
  const invited = await server.request('POST', `${path}share`, { token, json });
  assert.equal(invited.status, 201, invited.text);
  const { id } = invited.body as { id: number };
  const accepted = await server.request('POST', `${path}accept`, {
    token: guest.token,
    json: { id },
  });
  assert.equal(accepted.status, 200, accepted.text);
}

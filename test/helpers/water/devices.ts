import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { TestServer } from '../server/test-server.ts';

export type DeviceAnswer = {
  id: string;
  mac_or_serial: string;
  device_name: string | null;
  is_primary: boolean;
  online: boolean;
  last_seen_at: string | null;
  location: {
    latitude: number;
    longitude: number;
    recorded_at: string;
    source: 'device' | 'person';
  } | null;
  created_at: string;
  role: string;
};

/** A MAC address that no other test has, in the form in which it is answered. */
export function randomMac(): string {
  return randomBytes(6)
    .toString('hex')
    .toUpperCase()
    .replaceAll(/..(?!$)/g, '$&:');
}

/** Registers a new device to the user whose token this is. */
export async function registerDevice(
  server: TestServer,
  token: string,
  macOrSerial = randomMac(),
): Promise<DeviceAnswer> {
  const { status, body, text } = await server.request('POST', '/api/devices.php?action=register', {
    token,
    json: { mac_or_serial: macOrSerial },
  });
  assert.equal(status, 201, text);
  return body as DeviceAnswer;
}

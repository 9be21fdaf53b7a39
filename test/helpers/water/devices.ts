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
  silent_after_minutes: number | null;
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

/** Registers a new device to the user whose token this is, and names it where a name is given. */
export async function registerDevice(
  server: TestServer,
  token: string,
  macOrSerial = randomMac(),
  device_name?: string,
): Promise<DeviceAnswer> {
  const { status, body, text } = await server.request('POST', '/api/devices.php?action=register', {
    token,
    json: { mac_or_serial: macOrSerial },
  });
  assert.equal(status, 201, text);
  const device = body as DeviceAnswer;
  if (device_name === undefined) return device;
  const json = { mac_or_serial: device.mac_or_serial, device_name };
  const named = await server.request('PUT', '/api/devices.php?action=update-name', { token, json });
  assert.equal(named.status, 200, named.text);
  return { ...device, device_name };
}

/** Says that devices are offline after some minutes, as they are only once their rhythm is known. */
export async function allowSilence(
  server: TestServer,
  token: string,
  devices: readonly Pick<DeviceAnswer, 'id'>[],
  minutes = 15,
): Promise<void> {
  for (const { id } of devices) {
    const json = { device_id: id, silent_after_minutes: minutes };
    const path = '/api/devices.php?action=update-silence';
    const { status, text } = await server.request('PUT', path, { token, json });
    assert.equal(status, 200, text);
  }
}

import assert from 'node:assert/strict';
import { registerUser } from '../helpers/accounts/accounts.ts';
import type { TestServer } from '../helpers/server/test-server.ts';
import { randomMac, registerDevice } from '../helpers/water/devices.ts';

/** A server with an owner, and what a device of theirs has stored. */
export async function openHouse(server: TestServer, mac = randomMac(), spelling = mac) {
  const { token } = await registerUser(server);
  const device = await registerDevice(server, token, mac);
  return {
    device,
    token,
    topic: (branch: string) => `kisima/${spelling}/${branch}`,
    levels: async () => {
      const path = `/api/sensors.php?action=history&device_id=${device.id}&hours=24`;
      const { body } = await server.request('GET', path, { token });
      return (body as { level: number }[]).map(({ level }) => level).sort((a, b) => a - b);
    },
    send: async (command: string, at = server, sensor_name = 'main') => {
      const json = { device_id: device.id, sensor_name, command };
      const path = '/api/pump_commands.php?action=send';
      const { status, text } = await at.request('POST', path, { token, json });
      assert.equal(status, 201, text);
    },
    statusOfCommand: async () => {
      const path = `/api/pump_commands.php?action=list&device_id=${device.id}`;
      const { body } = await server.request('GET', path, { token });
      return (body as { status: string }[])[0]?.status;
    },
  };
}

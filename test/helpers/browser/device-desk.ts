import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Timers } from '../../../src/kit/time/timers.ts';
import { registerUser } from '../accounts/accounts.ts';
import {
  type Answer,
  type Engine,
  startTestServer,
  type TestServer,
} from '../server/test-server.ts';

import { type DeviceAnswer, registerDevice } from '../water/devices.ts';

type Form = Record<string, string | number>;

export type Pushed = {
  id: string;
  sensor_name: string;
  level: number;
  volume: number | null;
  temperature: number | null;
  status: string;
  recorded_at: string;
  pending_commands: number;
  ignored?: { field: string; message: string }[];
};
type Polled = {
  command_id: number;
  command: string;
  source: string;
  delivered_at: string | null;
  run_at_most_s?: number;
};

/** A server, an owner, and the device that they registered last, which speaks as firmware does. */
export type DeviceDesk = {
  server: TestServer;
  device: DeviceAnswer;
  newDevice: (macOrSerial?: string) => Promise<DeviceAnswer>;
  /** From now on the owner is somebody new, whose token is fresh. */
  signInAnew: () => Promise<void>;
  push: (form: Form) => Promise<Answer>;
  pushed: (form: Form) => Promise<Pushed>;
  poll: () => Promise<Polled[]>;
  ack: (form: Form) => Promise<Answer>;
  /** Calls the API as the owner. */
  call: (method: string, path: string, json?: unknown) => Promise<Answer>;
  /** Sends a pump command and gives its id. */
  send: (command: Record<string, unknown>) => Promise<number>;
  /** The device's alerts, such as `low critical`, newest first. */
  alerts: () => Promise<string[]>;
};

/**
 * To be called in a suite, whose hooks it sets.
 * @param timers those of the test where days pass in seconds: a loop that the system's timers run would see
 * hours go by within its round
 */
export function useDeviceDesk(
  engine: Engine,
  env: Record<string, string> = {},
  timers?: Timers,
): DeviceDesk {
  let token: string;
  const desk = {
    newDevice: async (macOrSerial) => {
      desk.device = await registerDevice(desk.server, token, macOrSerial);
      return desk.device;
    },
    signInAnew: async () => {
      ({ token } = await registerUser(desk.server));
    },
    push: (form) =>
      desk.server.request('POST', '/iot_push.php', {
        form: { mac_address: desk.device.mac_or_serial, water_level_percent: 50, ...form },
      }),
    pushed: async (form) => {
      const { status, body, text } = await desk.push(form);
      assert.equal(status, 201, text);
      return body as Pushed;
    },
    poll: async () => {
      const path = `/iot_commands.php?mac_address=${desk.device.mac_or_serial}`;
      const { status, body, text } = await desk.server.request('GET', path);
      assert.equal(status, 200, text);
      return body as Polled[];
    },
    ack: (form) =>
      desk.server.request('POST', '/iot_ack.php', {
        form: { mac_address: desk.device.mac_or_serial, ...form },
      }),
    call: (method, path, json) =>
      desk.server.request(method, path, { token, ...(json !== undefined && { json }) }),
    send: async (command) => {
      const json = { device_id: desk.device.id, sensor_name: 'main', ...command };
      const path = '/api/pump_commands.php?action=send';
      const { status, body, text } = await desk.call('POST', path, json);
      assert.equal(status, 201, text);
      return (body as { id: number }).id;
    },
    alerts: async () => {
      const path = `/api/alerts.php?action=list&device_id=${desk.device.id}`;
      const { body } = await desk.call('GET', path);
      return (body as { type: string; severity: string }[]).map((a) => `${a.type} ${a.severity}`);
    },
  } as DeviceDesk;
  before(async () => {
    desk.server = await startTestServer({ engine, isStill: true, env, ...(timers && { timers }) });
    await desk.signInAnew();
  });
  after(() => desk.server.stop());
  return desk;
}

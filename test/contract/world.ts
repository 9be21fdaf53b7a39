import assert from 'node:assert/strict';
import { hourMs } from '../../src/kit/time/units.ts';
import { type RegisteredUser, registerUser } from '../helpers/accounts/accounts.ts';
import { phonesOf } from '../helpers/accounts/phone-accounts.ts';
import {
  type Answer,
  type Engine,
  startTestServer,
  type TestServer,
} from '../helpers/server/test-server.ts';
import { startSmsStand } from '../helpers/sms/sms-stand.ts';
import { type DeviceAnswer, registerDevice } from '../helpers/water/devices.ts';

export type NewGroup = { token: string; group: { id: number; device_ids: string[] } };

/** A server with two people, and what is needed to give the owner records of any kind. */
export type World = {
  server: TestServer;
  owner: RegisteredUser;
  stranger: RegisteredUser;
  newUser: () => Promise<RegisteredUser>;
  newDevice: () => Promise<DeviceAnswer>;
  /** Sends JSON in the owner's name and gives what was made. */
  make: <T>(route: string, json: Record<string, unknown>) => Promise<T>;
  /** Pushes a reading as a device would, `hoursAgo` old. */
  push: (device: DeviceAnswer, hoursAgo?: number) => Promise<Answer>;
  /** A group with one device, of somebody who has no other. */
  newGroup: () => Promise<NewGroup>;
  newCommand: (device: DeviceAnswer) => Promise<{ id: number }>;
  newAlert: (device: DeviceAnswer) => Promise<{ id: number; severity: string }>;
  newConfig: (device: DeviceAnswer) => Promise<{ id: number }>;
  /** Numbers of accounts, and the SMS of the operator to them. */
  phones: ReturnType<typeof phonesOf>;
  stop: () => Promise<void>;
};

/** More than any test asks for: throttles have tests of their own. */
const withoutThrottles = {
  REGISTRATIONS_PER_ADDRESS: '1000000',
  RESETS_PER_ADDRESS: '1000000',
  LOGIN_FAILURES_PER_ADDRESS: '1000000',
  LOGIN_FAILURES_PER_ACCOUNT: '100000',
  PASSWORD_CHANGES_PER_ACCOUNT: '100000',
  PUSH_BURST_PER_DEVICE: '1000000',
  PHONE_CODES_PER_ADDRESS: '1000000',
  ACCOUNT_SMS_A_DAY: '1000000',
};

export async function createWorld(
  engine: Engine,
  env: Record<string, string> = {},
): Promise<World> {
  const sms = await startSmsStand();
  const phoneSms = { ACCOUNT_SMS_KEY: 'key', ACCOUNT_SMS_BASE: sms.base };
  const server = await startTestServer({
    engine,
    env: { ...withoutThrottles, ...phoneSms, ...env },
  });
  const owner = await registerUser(server);
  const stranger = await registerUser(server);

  const make = async <T>(route: string, json: Record<string, unknown>): Promise<T> => {
    const [method = '', path = ''] = route.split(' ');
    const answer = await server.request(method, path, { token: owner.token, json });
    assert.ok(answer.status === 200 || answer.status === 201, answer.text);
    return answer.body as T;
  };

  return {
    server,
    owner,
    stranger,
    make,
    newUser: () => registerUser(server),
    newDevice: () => registerDevice(server, owner.token),
    push: async ({ mac_or_serial }, hoursAgo = 0) => {
      const answer = await server.request('POST', '/iot_push.php', {
        form: {
          mac_address: mac_or_serial,
          water_level_percent: 55,
          recorded_at: new Date(server.clock.now - hoursAgo * hourMs).toISOString(),
        },
      });
      assert.equal(answer.status, 201, answer.text);
      return answer;
    },
    newGroup: async () => {
      const { token } = await registerUser(server);
      const { id } = await registerDevice(server, token);
      const json = { name: 'Estate', device_ids: [id] };
      const path = '/api/groups.php?action=create';
      const { body } = await server.request('POST', path, { token, json });
      return { token, group: body as NewGroup['group'] };
    },
    newCommand: ({ id }) =>
      make('POST /api/pump_commands.php?action=send', {
        device_id: id,
        sensor_name: 'main',
        command: 'on',
      }),
    newAlert: ({ id }) =>
      make('POST /api/alerts.php?action=create', {
        device_id: id,
        type: 'maintenance',
        message: 'Clean the tank.',
      }),
    newConfig: ({ id }) =>
      make('POST /api/sensor_configs.php?action=save', { device_id: id, sensor_name: 'main' }),
    phones: phonesOf(server, sms),
    stop: async () => {
      await server.stop();
      await sms.close();
    },
  };
}

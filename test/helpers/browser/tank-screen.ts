import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { registerUser } from '../accounts/accounts.ts';
import type { TestServer } from '../server/test-server.ts';
import { registerDevice } from '../water/devices.ts';
import { type Visitor, visit } from './browser.ts';
import { signInAs } from './dashboard-owner.ts';

type Command = { id: number; command: string; status: string };

/** A tank as its owner and its device see it. */
export type TestTank = {
  id: string;
  path: string;
  token: string;
  push: (level: number, more?: Record<string, string | number>) => Promise<void>;
  /** As firmware does it: fetches what waits for it. */
  poll: () => Promise<Command[]>;
  acknowledge: (id: number) => Promise<void>;
};

/** Somebody new with a device whose tank holds 10,000 litres. */
export async function newTank(server: TestServer): Promise<TestTank> {
  const { token } = await registerUser(server);
  const { id, mac_or_serial: mac_address } = await registerDevice(server, token);
  await server.request('POST', '/api/sensor_configs.php?action=save', {
    token,
    json: { device_id: id, sensor_name: 'main', capacity: 10_000 },
  });
  return {
    id,
    token,
    path: `/tanks/${id}`,
    push: async (water_level_percent, more = {}) => {
      const form = { mac_address, water_level_percent, ...more };
      const { status, text } = await server.request('POST', '/iot_push.php', { form });
      assert.equal(status, 201, text);
    },
    poll: async () => {
      const { body } = await server.request('GET', `/iot_commands.php?mac_address=${mac_address}`);
      return body as Command[];
    },
    acknowledge: async (command_id) => {
      const form = { mac_address, command_id };
      const { status, text } = await server.request('POST', '/iot_ack.php', { form });
      assert.equal(status, 200, text);
    },
  };
}

type Options = Parameters<typeof visit>[1] & { isWithoutStream?: boolean };

/** Opens the screen of a tank as its owner, who has signed in before; its stream is open then. */
export async function openTank(
  server: TestServer,
  tank: TestTank,
  { isWithoutStream = false, ...options }: Options = {},
): Promise<Visitor> {
  const visitor = await visit(server.url, options);
  const { page } = visitor;
  await signInAs(page, tank.token);
  if (isWithoutStream) await page.route('**/api/stream/**', (route) => route.abort());
  const opened = isWithoutStream || page.waitForResponse(/\/api\/stream\?/);
  await page.goto(tank.path);
  await opened;
  return visitor;
}

/** The drawn chart, in either language. */
export const chart = (page: Page): Locator =>
  page.getByRole('img', { name: /hart|hati/ }).locator('canvas');

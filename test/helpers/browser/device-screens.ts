import { registerUser } from '../accounts/accounts.ts';
import type { TestServer } from '../server/test-server.ts';
import { type DeviceAnswer, registerDevice } from '../water/devices.ts';
import type { Visitor, visit } from './browser.ts';
import { visitAs } from './sms-screens.ts';

type Options = Parameters<typeof visit>[1];

/** Opens the screen at `path` as whose token this is, and waits for its title. */
export async function openAs(
  server: TestServer,
  token: string,
  path: string,
  options: Options = {},
): Promise<Visitor> {
  const visitor = await visitAs(server, { token }, options);
  await visitor.page.goto(path);
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  return visitor;
}

/** A new device of a new owner. */
export async function newOwnDevice(
  server: TestServer,
  macOrSerial?: string,
): Promise<{ device: DeviceAnswer; token: string }> {
  const { token } = await registerUser(server);
  return { token, device: await registerDevice(server, token, macOrSerial) };
}

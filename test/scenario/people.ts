import assert from 'node:assert/strict';
import { callAuth, type RegisteredUser, registerUser } from '../helpers/accounts/accounts.ts';
import type { TestServer } from '../helpers/server/test-server.ts';
import type { WebhookReceiver } from '../helpers/sms/webhook-receiver.ts';
import type { World } from './world/world.ts';

/** A person with the path of their webhook. */
export type Person = RegisteredUser & { path: string };

/**
 * The notified people. Each tank has an owner of its own, as most have; the tanks that one power cut silences are one
 * person's. A caretaker of them all is notified where an owner acknowledges nothing.
 */
export type People = {
  caretaker: Person;
  ownerOf: (tank: number) => Person;
  owners: Person[];
};

const landlord = 'landlord';

/** Registers them, each with a webhook at a path of its own; all else stays as new accounts have it. */
export async function addPeople(
  server: TestServer,
  receiver: WebhookReceiver,
  world: World,
): Promise<People> {
  const add = (path: string) => addPerson(server, receiver, path);
  const paths = world.tanks.map(({ index }) => ownerPath(world, index));
  const owners = new Map<string, Person>();
  for (const path of new Set(paths)) owners.set(path, await add(path));
  const ownerOf = (tank: number) => owners.get(ownerPath(world, tank)) as Person;
  return { caretaker: await add('caretaker'), ownerOf, owners: [...owners.values()] };
}

/** Path of the webhook of a tank's owner. */
export function ownerPath(world: World, tank: number): string {
  return world.isNeighbour(tank) ? landlord : `owner-${tank}`;
}

async function addPerson(
  server: TestServer,
  receiver: WebhookReceiver,
  path: string,
): Promise<Person> {
  const user = await registerUser(server);
  const { token } = user;
  await callAuth(server, 'update', { token, json: { timezone: 'Africa/Nairobi' } });
  const json = { webhook_url: `${receiver.url}/${path}` };
  const saved = await server.request('POST', '/api/notifications.php?action=save', { token, json });
  assert.equal(saved.status, 200, saved.text);
  return { ...user, path };
}

/** Makes the caretaker an operator of a device. */
export async function shareDevice(
  server: TestServer,
  { owner, caretaker }: { owner: Person; caretaker: Person },
  device_id: string,
): Promise<void> {
  const ask = async ({ token }: RegisteredUser, action: string, json: object) => {
    const path = `/api/devices.php?action=${action}`;
    const { status, body, text } = await server.request('POST', path, { token, json });
    assert.ok(status === 200 || status === 201, text);
    return body as { id: number };
  };
  const { id } = await ask(owner, 'share', { device_id, to: caretaker.email, role: 'operator' });
  await ask(caretaker, 'accept', { id });
}

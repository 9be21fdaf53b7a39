import assert from 'node:assert/strict';
import { callAuth, type RegisteredUser, registerUser } from '../helpers/accounts/accounts.ts';
import type { TestServer } from '../helpers/server/test-server.ts';
import type { WebhookReceiver } from '../helpers/sms/webhook-receiver.ts';

/** The notified people: the owner, and a caretaker where the owner acknowledges nothing. */
export type People = { owner: RegisteredUser; caretaker: RegisteredUser };

/** Registers them, each with a webhook at a path of its own; all else stays as new accounts have it. */
export async function addPeople(server: TestServer, receiver: WebhookReceiver): Promise<People> {
  const [owner, caretaker] = [await registerUser(server), await registerUser(server)];
  for (const [path, { token }] of Object.entries({ owner, caretaker })) {
    await callAuth(server, 'update', { token, json: { timezone: 'Africa/Nairobi' } });
    const json = { webhook_url: `${receiver.url}/${path}` };
    const saved = await server.request('POST', '/api/notifications.php?action=save', {
      ...{ token, json },
    });
    assert.equal(saved.status, 200, saved.text);
  }
  return { owner, caretaker };
}

/** Makes the caretaker an operator of a device. */
export async function shareDevice(
  server: TestServer,
  { owner, caretaker }: People,
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

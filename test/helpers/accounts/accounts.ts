import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Answer, TestServer } from '../server/test-server.ts';

type User = {
  id: string;
  email: string;
  full_name: string | null;
  timezone: string;
  created_at: string;
};

type SignedIn = { token: string; user: User };

export type RegisteredUser = SignedIn & { email: string; password: string };

const methods = { session: 'GET', update: 'PUT' } as Record<string, string>;

/** Calls one action of `/api/auth.php` with its own method. */
export async function callAuth(
  server: TestServer,
  action: string,
  options: { json?: unknown; token?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const method = methods[action] ?? 'POST';
  return await server.request(method, `/api/auth.php?action=${action}`, options);
}

/** An e-mail that no other test has. */
export function newEmail(): string {
  return `user-${randomUUID()}@example.com`;
}

/** Registers somebody new and signs them in. */
export async function registerUser(
  server: TestServer,
  overrides: { email?: string; password?: string; full_name?: string } = {},
): Promise<RegisteredUser> {
  const { email = newEmail(), password = 'correct horse' } = overrides;
  const answer = await callAuth(server, 'register', { json: { ...overrides, email, password } });
  assert.equal(answer.status, 201, answer.text);
  return { ...readSignedIn(answer), email, password };
}

/** The token and the user of an answer that issues a token. */
export function readSignedIn({ body }: Answer): SignedIn {
  return body as SignedIn;
}

/** True if a token is accepted at this moment. */
export async function isSignedIn(server: TestServer, token: string): Promise<boolean> {
  const { status } = await callAuth(server, 'session', { token });
  assert.ok(status === 200 || status === 401, `session answered ${status}`);
  return status === 200;
}

/** The names of the fields that an answer calls wrong, sorted. */
export function wrongFields({ body }: Answer): string[] {
  const { errors = [] } = body as { errors?: { field: string }[] };
  return errors.map(({ field }) => field).sort();
}

/** The `code` of a failure. */
export function codeOf({ body }: Answer): string | undefined {
  return (body as { code?: string }).code;
}

import assert from 'node:assert/strict';
import { registerUser } from '../accounts/accounts.ts';
import type { Answer, TestServer } from '../server/test-server.ts';

type RequestOptions = NonNullable<Parameters<TestServer['request']>[2]>;

/** Somebody with an account, and their way to `/v1/account`. */
export type SmsOwner = {
  email: string;
  password: string;
  userId: number;
  token: string;
  /** Calls `/v1/account` + `path` as this person. */
  call: (method: string, path: string, options?: RequestOptions) => Promise<Answer>;
};

export async function newSmsOwner(server: TestServer): Promise<SmsOwner> {
  const { token, email, password, user } = await registerUser(server);
  return {
    email,
    password,
    token,
    userId: Number(user.id),
    call: (method, path, options) =>
      server.request(method, `/v1/account${path}`, { token, ...options }),
  };
}

/** Makes a contact group and returns its id. */
export async function newGroup({ call }: SmsOwner, name = 'Customers'): Promise<number> {
  const { status, body, text } = await call('POST', '/groups', { json: { name } });
  assert.equal(status, 201, text);
  return (body as { id: number }).id;
}

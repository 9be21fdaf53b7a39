import assert from 'node:assert/strict';
import { call } from '../server/process-client.ts';

/** Somebody who may send, on a server that runs as a process of its own. */
export type SmsAccount = { email: string; token: string; apiKey: string };

let accounts = 0;

/** Registers somebody and makes a key. */
export async function openSmsAccount(url: string): Promise<SmsAccount> {
  accounts += 1;
  const email = `sender-${process.pid}-${accounts}@example.com`;
  const json = { email, password: 'correct horse' };
  const registered = await call(url, 'POST', '/api/auth.php?action=register', { json });
  assert.equal(registered.status, 201, registered.text);
  const { token } = registered.body as { token: string };
  const made = await call(url, 'POST', '/v1/account/keys', { token, json: { name: 'test' } });
  assert.equal(made.status, 201, made.text);
  const { api_key } = made.body as { api_key: string };
  return { email, token, apiKey: api_key };
}

/** Posts JSON with a key; fails the test where the answer is no success. */
export async function postSms<T>(
  url: string,
  path: string,
  { apiKey }: SmsAccount,
  json: unknown,
): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify(json),
  });
  const text = await response.text();
  assert.ok(response.ok, `${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

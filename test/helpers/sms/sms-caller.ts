import assert from 'node:assert/strict';
import type { Answer, TestServer } from '../server/test-server.ts';
import { newSmsOwner, type SmsOwner } from './sms-account.ts';

type RequestOptions = NonNullable<Parameters<TestServer['request']>[2]>;

/** A program that calls `/v1/sms` with the key of an account. */
export type SmsCaller = {
  owner: SmsOwner;
  apiKey: string;
  /** Calls `/v1/sms` + `path` with the key. */
  call: (method: string, path: string, options?: RequestOptions) => Promise<Answer>;
  send: (json: unknown, headers?: Record<string, string>) => Promise<Answer>;
  bulk: (json: unknown, headers?: Record<string, string>) => Promise<Answer>;
  balance: () => Promise<{ balance: number; quota: number; used: number }>;
};

/** A new account with a key; on another server than the owner's where one is given. */
export async function newSmsCaller(server: TestServer): Promise<SmsCaller> {
  return await callerOf(server, await newSmsOwner(server));
}

/** A further key of an account. */
export async function callerOf(server: TestServer, owner: SmsOwner): Promise<SmsCaller> {
  const { status, body, text } = await owner.call('POST', '/keys', { json: { name: 'test' } });
  assert.equal(status, 201, text);
  return withKey(server, owner, (body as { api_key: string }).api_key);
}

/** Uses the same key on another server. */
export function withKey(server: TestServer, owner: SmsOwner, apiKey: string): SmsCaller {
  const call: SmsCaller['call'] = (method, path, { headers, ...options } = {}) =>
    server.request(method, `/v1/sms${path}`, {
      ...options,
      headers: { 'x-api-key': apiKey, ...headers },
    });
  return {
    owner,
    apiKey,
    call,
    send: (json, headers = {}) => call('POST', '/send', { json, headers }),
    bulk: (json, headers = {}) => call('POST', '/bulk', { json, headers }),
    balance: async () => {
      const { status, body, text } = await call('GET', '/balance');
      assert.equal(status, 200, text);
      const { balance, quota, used } = body as { balance: number; quota: number; used: number };
      return { balance, quota, used };
    },
  };
}

let lastNumber = 10_000_000;

/** A number that no test has used. */
export function newNumber(): string {
  lastNumber += 1;
  return `07${lastNumber}`;
}

export function newNumbers(count: number): string[] {
  return Array.from({ length: count }, newNumber);
}

/** A number as it is answered. */
export function international(number: string): string {
  return `254${number.slice(1)}`;
}

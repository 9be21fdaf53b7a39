import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { randomMac } from '../water/devices.ts';

export type Reply = { status: number; headers: Headers; text: string; body: unknown };

type Call = {
  token?: string;
  apiKey?: string;
  json?: unknown;
  form?: Record<string, string | number>;
};

/** Sends one request to a server that runs as a process of its own. */
export async function call(
  url: string,
  method: string,
  path: string,
  { token, apiKey, json, form }: Call = {},
): Promise<Reply> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form && { body: toForm(form) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : text,
  };
}

export function toForm(form: Record<string, string | number>): string {
  const fields = Object.entries(form).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new URLSearchParams(fields).toString();
}

export type OwnedDevice = { id: string; mac: string };
export type Owner = { email: string; password: string; token: string; devices: OwnedDevice[] };

/** Registers somebody with some devices. */
export async function registerOwner(url: string, devices: number): Promise<Owner> {
  const email = `owner-${randomUUID()}@example.com`;
  const password = 'correct horse battery';
  const { token } = await make<{ token: string }>(url, '/api/auth.php?action=register', {
    json: { email, password },
  });
  const owner: Owner = { email, password, token, devices: [] };
  for (let made = 0; made < devices; made += 1) {
    const mac = randomMac();
    const json = { mac_or_serial: mac };
    const { id } = await make<{ id: string }>(url, '/api/devices.php?action=register', {
      token,
      json,
    });
    owner.devices.push({ id, mac });
  }
  return owner;
}

/** Calls what answers 201 with a record, and gives the record. */
export async function make<T>(url: string, path: string, what: Call): Promise<T> {
  const { status, body, text } = await call(url, 'POST', path, what);
  assert.equal(status, 201, text);
  return body as T;
}

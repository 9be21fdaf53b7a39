import assert from 'node:assert/strict';
import type { Owner } from '../accounts/owners.ts';
import type { TestServer } from '../server/test-server.ts';

export const commandsPath = '/api/pump_commands.php';

export type Command = {
  id: number;
  command: string;
  source: string;
  device_id: string;
  status: string;
  delivered_at: string | null;
  acknowledged_at: string | null;
};

type OfDevice = Pick<Owner, 'token' | 'device_id'>;

/** Requests of tests of pump commands. */
export function pumpCommandCalls(server: TestServer) {
  const call = (method: string, action: string, token: string | undefined, query: string) =>
    server.request(method, `${commandsPath}?action=${action}${query}`, { token });
  const list = (token: string | undefined, query: string) => call('GET', 'list', token, query);
  const pending = (token: string | undefined, query: string) =>
    call('GET', 'pending', token, query);
  const markExecuted = (token: string | undefined, query: string) =>
    call('PUT', 'mark-executed', token, query);
  const cancel = (token: string | undefined, query: string) =>
    call('DELETE', 'cancel', token, query);
  const send = (token: string | undefined, json: unknown) =>
    server.request('POST', `${commandsPath}?action=send`, { token, json });
  const sent = async ({ token, device_id }: OfDevice, fields: object = {}) => {
    const json = { device_id, sensor_name: 'roof', command: 'on', ...fields };
    const { status, body, text } = await send(token, json);
    assert.equal(status, 201, text);
    return body as Command;
  };
  return { call, list, pending, markExecuted, cancel, send, sent };
}

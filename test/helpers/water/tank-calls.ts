import assert from 'node:assert/strict';
import type { Tank } from '../../../src/water/tanks/schemas.ts';
import type { Owner } from '../accounts/owners.ts';
import type { Answer, TestServer } from '../server/test-server.ts';

type TankCalls = {
  ask: (token: string | undefined, query?: string) => Promise<Answer>;
  /** Asks for the tanks of somebody, which has to succeed. */
  tanksOf: (person: { token: string }, query?: string) => Promise<Tank[]>;
  /** Asks for what has to succeed. @returns the body of the answer. */
  make: (owner: Owner, method: string, path: string, json: object) => Promise<unknown>;
  /** Pushes a reading of the owner's device. */
  push: (owner: Owner, form: Record<string, string | number>) => Promise<void>;
  /** The server's time and so many milliseconds. */
  iso: (offset?: number) => string;
};

/** What tests of `/api/tanks` ask of a server, which need not run yet. */
export function useTankCalls(server: TestServer): TankCalls {
  const ask: TankCalls['ask'] = (token, query = '') =>
    server.request('GET', `/api/tanks${query}`, { token });
  return {
    ask,
    tanksOf: async ({ token }, query) => {
      const answer = await ask(token, query);
      assert.equal(answer.status, 200, answer.text);
      return answer.body as Tank[];
    },
    make: async ({ token }, method, path, json) => {
      const answer = await server.request(method, path, { token, json });
      assert.ok(answer.status < 300, answer.text);
      return answer.body;
    },
    push: async ({ token, device_id }, form) => {
      const { body } = await server.request('GET', '/api/devices.php?action=list', { token });
      const devices = body as { id: string; mac_or_serial: string }[];
      const mac_address = devices.find(({ id }) => id === device_id)?.mac_or_serial ?? '';
      const answer = await server.request('POST', '/iot_push.php', {
        form: { mac_address, ...form },
      });
      assert.equal(answer.status, 201, answer.text);
    },
    iso: (offset = 0) => new Date(server.clock.now + offset).toISOString(),
  };
}

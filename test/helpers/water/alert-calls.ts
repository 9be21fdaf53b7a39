import assert from 'node:assert/strict';
import { toIncident } from '../../../src/water/incidents/incident-rows.ts';
import { insertIncidents } from '../../../src/water/incidents/queries.ts';
import type { Owner } from '../accounts/owners.ts';
import type { TestServer } from '../server/test-server.ts';

export const alertsPath = '/api/alerts.php';

export type Alert = { id: number; severity: string; is_read: boolean; read_at: string | null };

type OfDevice = Pick<Owner, 'token' | 'device_id'>;

/** Requests of tests of alerts. */
export function alertCalls(server: TestServer) {
  const call = (method: string, action: string, token: string | undefined, query: string) =>
    server.request(method, `${alertsPath}?action=${action}${query}`, { token });
  const list = (token: string | undefined, query: string) => call('GET', 'list', token, query);
  const create = (token: string | undefined, json: unknown) =>
    server.request('POST', `${alertsPath}?action=create`, { token, json });
  const created = async ({ token, device_id }: OfDevice, fields: object = {}) => {
    const { status, body, text } = await create(token, {
      device_id,
      type: 'pump',
      message: 'The pump hums.',
      ...fields,
    });
    assert.equal(status, 201, text);
    return body as Alert;
  };
  const insertMany = async ({ device_id }: OfDevice, count: number) => {
    const incident = toIncident(
      { kind: 'low', facts: { level: 5, threshold: 20 } },
      { deviceId: Number(device_id), sensorName: 'main', now: server.clock.now, severity: 'info' },
    );
    for (let left = count; left > 0; left -= 1000) {
      const rows = Array.from({ length: Math.min(left, 1000) }, () => incident);
      await insertIncidents(server.db.write, rows);
    }
  };
  return { call, list, create, created, insertMany };
}

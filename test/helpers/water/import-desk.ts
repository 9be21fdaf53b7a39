import assert from 'node:assert/strict';
import { randomIds } from '../../../src/kit/ids.ts';
import { importDevices } from '../../../src/water/imports/import-devices.ts';
import { type Engine, useTestServer } from '../server/test-server.ts';
import { createTestTimers } from '../server/test-timers.ts';
import type { DeviceAnswer } from './devices.ts';

export type Job = Record<'id' | 'lines' | 'registered' | 'known' | 'refused' | 'open', number> & {
  status: string;
  file: string | null;
};
export type Row = {
  line: number;
  status: string;
  device_id: string | null;
  cells: Record<string, string>;
  errors: { field: string; message: string }[];
};

export const unstopped = new AbortController().signal;

/** A server whose imports a test runs itself, and what tests do with them: to be called where a suite is described. */
export function useImportDesk(engine: Engine) {
  const server = useTestServer({
    engine,
    timers: createTestTimers(),
    env: { TOKEN_HOURS: '8760', REGISTRATIONS_PER_ADDRESS: '1000' },
  });

  const told: string[] = [];
  const publisher = {
    devicesChanged: (ids: readonly number[]) => void told.push(`devices of ${ids}`),
    rolesChanged: (_: readonly number[], ids: readonly number[]) =>
      void told.push(`roles of ${ids}`),
  };
  const deps = () => ({
    db: server.db,
    clock: () => server.clock.now,
    ids: randomIds,
    publisher,
    deviceChanges: { forget: () => {} },
  });
  const work = (signal = unstopped) => importDevices(deps(), signal);

  type Token = { token: string };
  const send = ({ token }: Token, body: string, query = '') =>
    server.request('POST', `/api/imports${query}`, {
      token,
      body,
      headers: { 'content-type': 'text/csv' },
    });
  const begin = async (by: Token, body: string, status = 201): Promise<Job> => {
    const answer = await send(by, body);
    assert.equal(answer.status, status, answer.text);
    return answer.body as Job;
  };
  const get = async ({ token }: Token, path: string) =>
    await server.request('GET', `/api/imports${path}`, { token });
  const jobOf = async (by: Token, { id }: Job) => (await get(by, `/${id}`)).body as Job;
  const rowsOf = async (by: Token, { id }: Job, query = '') =>
    (await get(by, `/${id}/rows?limit=500${query}`)).body as Row[];
  const devicesOf = async ({ token }: Token) =>
    (await server.request('GET', '/api/devices.php?action=list', { token })).body as DeviceAnswer[];
  const configsOf = async ({ token }: Token, id: string | null | undefined) =>
    (await server.request('GET', `/api/sensor_configs.php?action=list&device_id=${id}`, { token }))
      .body as Record<string, unknown>[];
  const run = async (by: Token, body: string): Promise<Row[]> => {
    const job = await begin(by, body);
    await work();
    return await rowsOf(by, job);
  };
  const counts = ({ status, registered, known, refused, open }: Job) => [
    ...[status, registered, known, refused, open],
  ];

  return {
    server,
    told,
    work,
    send,
    begin,
    get,
    jobOf,
    rowsOf,
    devicesOf,
    configsOf,
    run,
    counts,
  };
}

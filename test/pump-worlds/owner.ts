import assert from 'node:assert/strict';
import { readSignedIn, registerUser } from '../helpers/accounts/accounts.ts';
import type { Answer, TestServer } from '../helpers/server/test-server.ts';
import { registerDevice } from '../helpers/water/devices.ts';
import type { WorldSpec } from './model/world-spec.ts';

/** An alert as it stood at one moment; the same `id` comes again with a later `raised_at`. */
export type ToldAlert = {
  id: number;
  kind: string;
  type: string;
  severity: string;
  sensor_name: string | null;
  source: string;
  message: string;
  raised_at: string;
  resolved_at: string | null;
};

export type StoredCommand = {
  id: number;
  command: string;
  status: string;
  source: string;
  created_at: string;
  delivered_at: string | null;
  acknowledged_at: string | null;
};

export const timezone = 'Africa/Nairobi';

/** Registers somebody with a device whose tank and pump are as in the world; what the owner knows and does goes through the API. */
export async function createOwner(server: TestServer, { owner, source, tank }: WorldSpec) {
  const { email, password, token: first } = await registerUser(server);
  let token = first;
  const call = async (method: string, path: string, json?: unknown): Promise<Answer> => {
    const request = () => server.request(method, path, { token, json });
    // A connection that was idle for some minutes of virtual time may end as the request comes.
    const ask = () => request().catch(request);
    let answer = await ask();
    if (answer.status === 401) {
      const json = { email, password };
      token = readSignedIn(
        await server.request('POST', '/api/auth.php?action=login', { json }),
      ).token;
      answer = await ask();
    }
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  };

  await call('PUT', '/api/auth.php?action=update', { timezone });
  const { id: device_id, mac_or_serial: mac } = await registerDevice(server, token);
  const sensor = { device_id, sensor_name: 'roof' };
  const configure = (json: object) => call('POST', '/api/sensor_configs.php?action=save', json);
  const send = async (json: object) =>
    await call('POST', '/api/pump_commands.php?action=send', { ...sensor, ...json });
  const levels = { turn_on_below: owner.onBelow, turn_off_above: owner.offAbove };

  await configure({
    ...sensor,
    capacity: tank.litres,
    high_threshold: owner.high,
    low_threshold: owner.low,
    pump_max_minutes: owner.maxMinutes,
    pump_rest_minutes: owner.restMinutes,
    ...(owner.litresPerHour !== undefined && { pump_litres_per_hour: owner.litresPerHour }),
  });
  if (source.kind === 'ground') {
    await configure({ device_id, sensor_name: 'ground', capacity: source.litres });
    await configure({ ...sensor, fills_from: { device_id, sensor_name: 'ground' } });
  }

  const alerts = async () => {
    const { body } = await call('GET', '/api/alerts?limit=100');
    return (body as ToldAlert[]).filter(({ source: by }) => by === 'auto');
  };
  const latchedSince = async (): Promise<string | undefined> => {
    const { body } = await call('GET', `/api/tanks?device_id=${device_id}`);
    const [{ sensors } = { sensors: [] }] = body as {
      sensors: { sensor_name: string; latch: { since: string } | null }[];
    }[];
    return sensors.find(({ sensor_name }) => sensor_name === 'roof')?.latch?.since;
  };
  const commands = async (): Promise<StoredCommand[]> => {
    const all: StoredCommand[] = [];
    let path: string | undefined =
      `/api/pump_commands.php?action=list&device_id=${device_id}&limit=100`;
    while (path !== undefined) {
      const answer: Answer = await call('GET', path);
      all.push(...(answer.body as StoredCommand[]));
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    return all.reverse();
  };

  return {
    mac,
    device_id,
    alerts,
    latchedSince,
    commands,
    /** Hands the pump over as this owner wants it. */
    begin: async () => {
      if (owner.steers === 'auto') await send({ command: 'auto', ...levels });
      if (owner.steers === 'schedule') {
        const { offAbove: turn_off_above, schedule } = owner;
        await send({ command: 'schedule', turn_off_above, schedule });
      }
    },
    /** Does what this owner does at the full hour of a day. */
    act: async (day: number, hour: number, isLatched: boolean) => {
      if (owner.steers === 'hand' && hour === 7) await send({ command: 'on' });
      if (owner.interferes && day % 3 === 2 && hour === 10) await send({ command: 'on' });
      if (owner.interferes && day % 3 === 2 && hour === 12)
        await send({ command: 'auto', ...levels });
      if (owner.clearsLatch && isLatched && hour === 8) {
        const query = `action=clear-latch&device_id=${device_id}&sensor_name=roof`;
        await call('PUT', `/api/pump_commands.php?${query}`);
      }
    },
  };
}

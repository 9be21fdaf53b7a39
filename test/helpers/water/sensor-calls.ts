import assert from 'node:assert/strict';
import { minuteMs } from '../../../src/kit/time/units.ts';
import { registerUser } from '../accounts/accounts.ts';
import type { TestServer } from '../server/test-server.ts';
import { registerDevice } from './devices.ts';

/** A device with its id and MAC, and the token of its owner. */
export type SensorDesk = { token: string; id: string; mac: string };

/** Tables with rows of sensors. */
export const sensorTables = [
  'sensors',
  'removed_sensors',
  'readings',
  'packed_readings',
  'hourly_rollups',
  'sensor_configs',
  'pump_commands',
  'incidents',
] as const;

/** What tests of a device's sensors ask of a server, which need not run yet. */
export function useSensorCalls(server: TestServer) {
  const newDesk = async (): Promise<SensorDesk> => {
    const { token } = await registerUser(server);
    const { id, mac_or_serial: mac } = await registerDevice(server, token);
    return { token, id, mac };
  };
  const push = async (
    { mac }: SensorDesk,
    sensor_name: string,
    more: Record<string, string | number>,
  ) => {
    const form = { mac_address: mac, water_level_percent: 50, sensor_name, ...more };
    return await server.request('POST', '/iot_push.php', { form });
  };
  const post = async ({ token, id }: SensorDesk, path: string, json: object) => {
    const body = { device_id: id, ...json };
    const answer = await server.request('POST', `/api/${path}`, { token, json: body });
    assert.equal(answer.status, 201, answer.text);
  };
  const get = async <T>({ token, id }: SensorDesk, path: string): Promise<T> => {
    const answer = await server.request('GET', `/api/${path}device_id=${id}`, { token });
    assert.equal(answer.status, 200, answer.text);
    return answer.body as T;
  };
  const remove = ({ token, id }: SensorDesk, sensor_name: string) => {
    const query = new URLSearchParams({ action: 'remove', device_id: id, sensor_name });
    return server.request('DELETE', `/api/sensors.php?${query}`, { token });
  };
  const removed = async (desk: SensorDesk, name: string) => {
    const { status, body, text } = await remove(desk, name);
    assert.equal(status, 200, text);
    assert.deepEqual(body, { device_id: desk.id, sensor_name: name, removed: true });
  };
  /** Gives a sensor some of everything: three readings over two hours, and an alert for the last. */
  const fill = async (desk: SensorDesk, sensor_name: string) => {
    await post(desk, 'sensor_configs.php?action=save', { sensor_name, capacity: 5000 });
    for (const [index, minutes] of [90, 80, 0].entries()) {
      const recorded_at = new Date(server.clock.now - minutes * minuteMs).toISOString();
      const level = { water_level_percent: 5, level_cm: index };
      assert.equal((await push(desk, sensor_name, { ...level, recorded_at })).status, 201);
    }
    const levels = { turn_on_below: 30, turn_off_above: 80 };
    const command = { sensor_name, command: 'auto', ...levels };
    await post(desk, 'pump_commands.php?action=send', command);
    const alert = { type: 'maintenance', message: 'The float is loose.', sensor_name };
    await post(desk, 'alerts.php?action=create', alert);
  };
  /** Counts the data of each sensor of a device in every answer of the API. */
  const seen = async (desk: SensorDesk) => {
    const listed = async (path: string) => {
      const rows = await get<{ sensor_name: string }[]>(desk, path);
      return rows.map(({ sensor_name }) => sensor_name).sort();
    };
    const [tank] = await get<{ sensors: { sensor_name: string }[] }[]>(desk, 'tanks?');
    const daily = await get<{ days: { sensor_name: string }[] }>(desk, 'reports.php?action=daily&');
    return {
      latest: await listed('sensors.php?action=latest&'),
      history: await listed('sensors.php?action=history&'),
      summary: await listed('sensors.php?action=summary&'),
      exported: await listed('reports.php?action=export&'),
      daily: [...new Set(daily.days.map(({ sensor_name }) => sensor_name))],
      tanks: tank?.sensors.map(({ sensor_name }) => sensor_name),
      configs: await listed('sensor_configs.php?action=list&'),
      commands: await listed('pump_commands.php?action=list&'),
      alerts: await listed('alerts.php?action=list&'),
    };
  };
  const countRows = async ({ id }: SensorDesk) => {
    const counts: Record<string, number> = {};
    for (const table of sensorTables) {
      const { rows } = await server.db.read
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .where('device_id', '=', Number(id))
        .executeTakeFirstOrThrow();
      counts[table] = rows;
    }
    return counts;
  };
  return { newDesk, push, post, get, remove, removed, fill, seen, countRows };
}

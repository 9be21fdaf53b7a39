import assert from 'node:assert/strict';
import type { Owner } from '../accounts/owners.ts';
import type { TestServer } from '../server/test-server.ts';

type Exported = { recorded_at: string }[];
type Usage = { days: { consumed: number }[] };

/** What tests of retention ask of a server, once it runs. */
export function useRetentionCalls(server: () => TestServer) {
  const toText = (at: number) => new Date(at).toISOString();
  const record = async ({ token, device_id }: Owner, at: number, level = 50) => {
    const json = { device_id, sensor_name: 'roof', level, recorded_at: toText(at) };
    const answer = await server().request('POST', '/api/sensors.php?action=reading', {
      token,
      json,
    });
    assert.equal(answer.status, 201, answer.text);
  };
  const get = async ({ token, device_id }: Owner, path: string, query = '') => {
    const answer = await server().request('GET', `/api/${path}&device_id=${device_id}${query}`, {
      token,
    });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  /** Returns the instants of all readings in a download. */
  const download = async (owner: Owner, more = '') => {
    const query = `&start_date=2020-01-01&end_date=2030-01-01&format=json${more}`;
    const rows = (await get(owner, 'reports.php?action=export', query)) as Exported;
    return rows.map(({ recorded_at }) => Date.parse(recorded_at));
  };
  const daily = async (owner: Owner) => {
    const query = '&start_date=2020-01-01&end_date=2030-01-01';
    return ((await get(owner, 'reports.php?action=daily', query)) as { days: object[] }).days;
  };
  /** What each day used. */
  const dailyUse = async (owner: Owner) => {
    const query = '&start_date=2020-01-01&end_date=2030-01-01';
    const report = (await get(owner, 'reports.php?action=usage', query)) as Usage;
    return report.days.map(({ consumed }) => consumed);
  };
  const count = async (table: 'readings' | 'hourly_rollups', { deviceId }: Owner) => {
    const { rows } = await server()
      .db.read.selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('device_id', '=', deviceId)
      .executeTakeFirstOrThrow();
    return rows;
  };
  /** Rows of a table that rounds have deleted since the server began. */
  const counted = async (table: string) => {
    const { text } = await server().request('GET', '/metrics');
    const [, value] = new RegExp(`^kisima_expired_rows_total{table="${table}"} (\\d+)$`, 'm').exec(
      text,
    ) ?? [0, 0];
    return Number(value);
  };
  return { record, get, download, daily, dailyUse, count, counted };
}

import assert from 'node:assert/strict';
import { dayMs, hourMs, minuteMs } from '../../../src/kit/time/units.ts';
import type { MonthlyReport } from '../../../src/water/monthly/schemas.ts';
import type { TestServer } from '../server/test-server.ts';
import type { DeviceAnswer } from './devices.ts';

export const monthlyPath = '/api/reports.php?action=monthly';
/** Midnight of 1 November in Nairobi. */
export const november = Date.parse('2026-10-31T21:00:00Z');
const capacity = 10_000;

type Token = { token: string };

/** What tests of the monthly report ask of a server, which need not run yet. */
export function useMonthlyCalls(server: TestServer) {
  const ask = ({ token }: Token, query = '') =>
    server.request('GET', monthlyPath + query, { token });
  const get = async (by: Token, query = '') => {
    const answer = await ask(by, query);
    assert.equal(answer.status, 200, answer.text);
    return answer.body as MonthlyReport;
  };
  const send = async (by: Token, method: string, address: string, json: object) => {
    const answer = await server.request(method, address, { token: by.token, json });
    assert.ok(answer.status < 300, answer.text);
    return answer.body as { id: number };
  };
  const push = async (
    { mac_or_serial }: DeviceAnswer,
    at: number,
    level: number,
    pump_status: 'on' | 'off' = 'off',
  ) => {
    const recorded_at = new Date(at).toISOString();
    const reading = { water_level_percent: level, recorded_at, pump_status };
    const form = { mac_address: mac_or_serial, ...reading };
    const answer = await server.request('POST', '/iot_push.php', { form });
    assert.equal(answer.status, 201, answer.text);
  };
  /** Twenty percent go out in a day; each day at 18:00 the pump brings them back within 50 minutes. */
  const live = async (device: DeviceAnswer, from: number, until: number) => {
    let level = 80;
    for (let at = from; at < until; at += hourMs) {
      const sinceMidnight = (at - november) % dayMs;
      if ((sinceMidnight + dayMs) % dayMs === 18 * hourMs) {
        for (let minute = 5; minute <= 50; minute += 5) {
          await push(device, at + minute * minuteMs, level + (minute * 20) / 50, 'on');
        }
        level += 20;
        continue;
      }
      level -= 20 / 23;
      await push(device, at, Math.round(level * 100) / 100);
    }
  };
  const setCapacity = (by: Token, { id }: DeviceAnswer) =>
    send(by, 'POST', '/api/sensor_configs.php?action=save', {
      device_id: id,
      sensor_name: 'main',
      capacity,
    });
  return { ask, get, send, live, setCapacity };
}

import assert from 'node:assert/strict';
import { it } from 'node:test';
import papaparse from 'papaparse';
import { newOwner, type Owner } from '../../../test/helpers/accounts/owners.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { hourMs } from '../../kit/time/units.ts';
import { toIncident } from '../incidents/incident-rows.ts';

type Line = Record<string, string>;

/** More than a page of a report has. */
const many = 1005;

describeOnBothEngines('reports as files', (engine) => {
  const server = useTestServer({ engine });

  const ask = async ({ token, device_id }: Owner, action: string, query = '') => {
    const path = `/api/reports.php?action=${action}&device_id=${device_id}&period=7d${query}`;
    const answer = await server.request('GET', path, { token });
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  const linesOf = async (owner: Owner, action: string): Promise<Line[]> => {
    const { text, headers } = await ask(owner, action, '&format=csv');
    assert.match(headers.get('content-type') ?? '', /^text\/csv/);
    const plain = text.replace(/^\uFEFF/, '').trimEnd();
    return papaparse.parse<Line>(plain, { header: true }).data;
  };
  const record = async (
    { token, device_id }: Owner,
    level: number,
    hoursAgo: number,
    of: { sensor_name: string; volume?: number } = { sensor_name: '=roof', volume: level * 10 },
  ) => {
    const recorded_at = new Date(server.clock.now - hoursAgo * hourMs).toISOString();
    const json = { device_id, level, recorded_at, ...of };
    const answer = await server.request('POST', '/api/sensors.php?action=reading', { token, json });
    assert.equal(answer.status, 201, answer.text);
  };

  it('have the days, what is said of them, and the sums of the use', async () => {
    const owner = await newOwner(server);
    for (let hours = 50; hours >= 0; hours -= 5) await record(owner, 20 + hours, hours);
    const daily = (await ask(owner, 'daily')).body as {
      days: { average: number; date: string }[];
      days_measured: number;
      remarks: string[];
    };
    const levels = await linesOf(owner, 'daily');
    assert.deepEqual(
      levels.slice(0, -1).map(({ date, average }) => [date, average]),
      daily.days.map(({ date, average }) => [date, String(average)]),
    );
    assert.equal(levels[0]?.['sensor_name'], "'=roof");
    assert.equal(daily.days_measured, daily.days.length);
    assert.equal(levels.at(-1)?.['remarks'], daily.remarks.join(' '));
    assert.match(daily.remarks.join(' '), /^\d of 8 days were measured\. .* only\./);

    const { days } = (await ask(owner, 'usage')).body as { days: { consumed: number }[] };
    const use = await linesOf(owner, 'usage');
    const total = use.find(({ date }) => date === 'In all');
    const sum = days.reduce((all, { consumed }) => all + consumed, 0);
    assert.equal(total?.['consumed'], String(Math.round(sum * 100) / 100));
  });

  it('have tanks of unknown litres in percent, behind those of known ones', async () => {
    const owner = await newOwner(server);
    for (let hours = 10; hours >= 0; hours -= 5) {
      await record(owner, 20 + hours, hours);
      await record(owner, 30 + hours, hours, { sensor_name: 'well' });
    }
    const use = await linesOf(owner, 'usage');
    const told = use.map((line) => [line['sensor_name'], line['unit']].join(' '));
    assert.deepEqual(
      told.filter((line, index) => line !== told[index - 1] && line !== ' '),
      ["'=roof litre", 'well percent'],
    );
    const sums = use.filter(({ date }) => date === 'In all');
    assert.deepEqual(
      sums.map((line) => [line['sensor_name'], line['consumed']]),
      [
        ["'=roof", '100'],
        ['well', '10'],
      ],
    );
  });

  it('have every alert and command, not a page of them', async () => {
    const owner = await newOwner(server);
    const { deviceId, token, device_id } = owner;
    const values = Array.from({ length: many }, (_, index) =>
      toIncident(
        { kind: 'low', facts: { level: 10, threshold: 20 } },
        { deviceId, sensorName: 'main', severity: 'warning', now: server.clock.now - index },
      ),
    );
    for (const some of [values.slice(0, 600), values.slice(600)]) {
      await server.db.write.insertInto('incidents').values(some).execute();
    }
    const alerts = await linesOf(owner, 'alerts');
    assert.equal(alerts.length, many);
    assert.equal(new Set(alerts.map(({ id }) => id)).size, many);
    assert.match(alerts[0]?.['message'] ?? '', /the water is low/);
    assert.match(alerts[0]?.['local_time'] ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

    const json = { device_id, sensor_name: 'main', command: 'on' };
    await server.request('POST', '/api/pump_commands.php?action=send', { token, json });
    const [command, ...others] = await linesOf(owner, 'pump');
    assert.deepEqual([command?.['command'], command?.['status'], others], ['on', 'pending', []]);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import papaparse from 'papaparse';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { type DeviceAnswer, registerDevice } from '../../../test/helpers/water/devices.ts';
import {
  monthlyPath,
  november,
  useMonthlyCalls,
} from '../../../test/helpers/water/monthly-calls.ts';
import { dayMs, hourMs } from '../../kit/time/units.ts';
import { toIncident } from '../incidents/incident-rows.ts';
import type { MonthlyReport, MonthlyRow } from './schemas.ts';
import { addUpRows } from './totals.ts';

describeOnBothEngines('the monthly report', (engine) => {
  const server = useTestServer({ engine, env: { PUSH_BURST_PER_DEVICE: '5000' } });

  const { ask, get, send, live, setCapacity } = useMonthlyCalls(server);

  it('has a row for each tank of an account, which adds up and is summed up', async () => {
    const owner = await registerUser(server);
    const [litres, percent, empty] = [
      await registerDevice(server, owner.token),
      await registerDevice(server, owner.token),
      await registerDevice(server, owner.token),
    ];
    await setCapacity(owner, litres);
    await send(owner, 'PUT', '/api/auth.php?action=update', { water_price: 200 });
    server.clock.now = november + 8 * dayMs;
    await live(litres, november - 3 * dayMs, november + 5 * dayMs + 12 * hourMs);
    await live(percent, november + 2 * dayMs, november + 5 * dayMs);

    const report = await get(owner, '&month=2026-11');
    const [first, second, third, ...others] = report.rows as [MonthlyRow, MonthlyRow, MonthlyRow];
    assert.deepEqual(others, []);
    assert.deepEqual([report.days, report.is_over, report.devices], [9, false, 3]);
    assert.equal(report.start_date, '2026-10-31T21:00:00.000Z');
    assert.deepEqual([first.device_id, first.unit, first.days_measured], [litres.id, 'litre', 6]);
    assertAddsUp(first);
    // Twenty percent a day of 10,000 litres, and half of that on the last.
    const { used = 0, refilled = 0, refilled_by, cost } = first;
    assert.ok(used !== null && Math.abs(used - 11_000) < 700, String(used));
    assert.ok(refilled !== null && Math.abs(refilled - 10_000) < 700, String(refilled));
    assert.ok(refilled_by && refilled_by.pump > 0.9 * refilled, JSON.stringify(refilled_by));
    assert.equal(cost, Math.round((used / 1000) * 200 * 100) / 100);
    assert.deepEqual(first.cut_days, [
      { date: '2026-11-06', from: null, until: '2026-11-06T08:00:00.000Z' },
    ]);
    assert.ok(first.remarks.includes('6 of 9 days were measured.'), first.remarks.join());
    assert.ok(
      first.remarks.includes('Fri 6 Nov 2026 counts until 11:00 only.'),
      first.remarks.join(),
    );

    assert.deepEqual([second.unit, second.cost, second.spilt], ['percent', null, null]);
    assertAddsUp(second);
    assert.deepEqual([third.device_id, third.unit, third.used], [empty.id, null, null]);
    assert.deepEqual(third.remarks, ['Nothing was measured.']);
    assert.deepEqual(report.totals, addUpRows(report.rows));
    const { rows, rows_in_percent, rows_not_measured } = report.totals;
    assert.deepEqual([rows, rows_in_percent, rows_not_measured], [1, 1, 1]);
    assert.equal(report.totals.used, first.used);
    assert.match(
      report.remarks.join(),
      /^The month is not over: it counts until Mon 9 Nov 2026, 00:00/,
    );

    const usage = await server.request(
      'GET',
      `/api/reports.php?action=usage&device_id=${litres.id}&start_date=2026-11-01&end_date=2026-11-30`,
      { token: owner.token },
    );
    const { days } = usage.body as { days: { consumed: number }[] };
    const consumed = days.reduce((sum, day) => sum + day.consumed, 0);
    assert.equal(Math.round(consumed * 100) / 100, first.used);

    const october = await get(owner, '&month=2026-10');
    assert.deepEqual([october.days, october.is_over], [31, true]);
    const [earlier] = october.rows;
    assert.equal(earlier?.days_measured, 3);
    assert.ok(earlier.remarks.includes('3 of 31 days were measured.'));
    assert.deepEqual(earlier.cut_days, []);

    const { text, headers } = await ask(owner, '&month=2026-11&format=csv');
    assert.match(headers.get('content-disposition') ?? '', /"monthly-2026-11\.csv"$/);
    assert.ok(text.startsWith('month,') || text.startsWith('\uFEFFmonth,'));
    const lines = papaparse.parse<Record<string, string>>(text.replace(/^\uFEFF/, '').trim(), {
      header: true,
    }).data;
    assert.equal(lines.length, 4);
    for (const [index, row] of report.rows.entries()) {
      const line = lines[index] ?? {};
      assert.equal(line['device_id'], row.device_id);
      for (const name of ['used', 'refilled', 'change', 'unexplained', 'cost'] as const) {
        assert.equal(line[name], String(row[name] ?? ''), name);
      }
      assert.equal(line['remarks'], row.remarks.join(' '));
    }
    const last = lines.at(-1) ?? {};
    assert.deepEqual([last['device_name'], last['used']], ['In all', String(report.totals.used)]);
    assert.match(last['remarks'] ?? '', /1 row is in percent/);
  });

  it('tells what ran over and what leaks took, by their alerts', async () => {
    const owner = await registerUser(server);
    const device = await registerDevice(server, owner.token);
    await setCapacity(owner, device);
    server.clock.now = november + 8 * dayMs;
    await live(device, november - dayMs, november + 8 * dayMs);
    const without = (await get(owner, '&month=2026-11')).rows[0];
    assert.deepEqual([without?.spilt, without?.lost], [null, null]);
    const of = { deviceId: Number(device.id), sensorName: 'main', severity: 'warning' } as const;
    const overflow = (spilt_litres: number, now: number) =>
      toIncident(
        { kind: 'overflow', facts: { level: 99, threshold: 90, spilt_litres } },
        { ...of, now },
      );
    const leak = {
      percent_per_day: 1,
      litres_per_day: 100,
      nights: 5,
      confidence: 0.9,
      since: november - 10 * dayMs,
    };
    await server.db.write
      .insertInto('incidents')
      .values([
        overflow(300, november - hourMs),
        overflow(120, november + hourMs),
        overflow(80, november + 2 * dayMs),
        {
          ...toIncident({ kind: 'leak', facts: leak }, { ...of, now: november - 5 * dayMs }),
          resolved_at: november + 4 * dayMs,
        },
      ])
      .execute();
    const [row] = (await get(owner, '&month=2026-11')).rows;
    assert.deepEqual([row?.spilt, row?.lost], [200, 400]);
    assert.equal((await get(owner, '&month=2026-11')).totals.spilt, 200);
    const [before] = (await get(owner, '&month=2026-10')).rows;
    assert.deepEqual([before?.spilt, before?.lost], [300, 1000]);
  });

  it('counts what a leak took at the end of a month that was told in the next', async () => {
    const owner = await registerUser(server);
    const device = await registerDevice(server, owner.token);
    await setCapacity(owner, device);
    server.clock.now = november + 8 * dayMs;
    await live(device, november - 7 * dayMs, november + 8 * dayMs);
    const of = { deviceId: Number(device.id), sensorName: 'main', severity: 'warning' } as const;
    const leak = (since: number) => ({
      percent_per_day: 1,
      litres_per_day: 100,
      nights: 5,
      confidence: 0.9,
      since,
    });
    const told = { ...of, now: november + 2 * dayMs };
    const overflow = { level: 99, threshold: 90, spilt_litres: 300 };
    await server.db.write
      .insertInto('incidents')
      .values([
        toIncident({ kind: 'leak', facts: leak(november - 3 * dayMs) }, told),
        toIncident({ kind: 'overflow', facts: overflow }, told),
      ])
      .execute();
    const [row] = (await get(owner, '&month=2026-10')).rows;
    assert.deepEqual([row?.spilt, row?.lost], [null, 300]);
  });

  it('comes in pages, of a group or all, and says who may see it', async () => {
    const owner = await registerUser(server);
    const devices: DeviceAnswer[] = [];
    for (let made = 0; made < 5; made += 1) devices.push(await registerDevice(server, owner.token));
    const ids = devices.map(({ id }) => id);
    const idsOf = ({ rows }: MonthlyReport) => rows.map(({ device_id }) => device_id);
    const first = await ask(owner, '&limit=2');
    assert.deepEqual(idsOf(first.body as MonthlyReport), ids.slice(0, 2));
    const next = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await server.request('GET', next, { token: owner.token });
    assert.deepEqual(idsOf(second.body as MonthlyReport), ids.slice(2, 4));
    const last = await ask(owner, `&limit=3&after=${ids[1]}`);
    assert.deepEqual(
      [idsOf(last.body as MonthlyReport), last.headers.get('link')],
      [ids.slice(2), null],
    );

    const group = await send(owner, 'POST', '/api/groups.php?action=create', {
      name: 'Estate',
      device_ids: [ids[1], ids[3]],
    });
    const ofGroup = await get(owner, `&group_id=${group.id}`);
    assert.deepEqual(
      [idsOf(ofGroup), ofGroup.group_name, ofGroup.devices],
      [[ids[1], ids[3]], 'Estate', 2],
    );
    const stranger = await registerUser(server);
    const missing = [404, 'not_found'];
    assert.deepEqual(failureOf(await ask(stranger, `&group_id=${group.id}`)), missing);
    assert.deepEqual(idsOf(await get(stranger)), []);
    assert.equal((await server.request('GET', monthlyPath)).status, 401);
    const token = { name: 'Books', scope: 'read', device_ids: [ids[2]] };
    const program = (await send(owner, 'POST', '/api/me/tokens', token)) as unknown as {
      token: string;
    };
    assert.deepEqual(idsOf(await get(program)), [ids[2]]);

    assert.deepEqual(wrongFields(await ask(owner, '&month=2026-13&limit=301')), ['limit', 'month']);
    assert.deepEqual(wrongFields(await ask(owner, '&month=2999-01')), ['month']);
    const before = await get(owner, '&month=2020-02');
    assert.deepEqual([before.days, before.rows.length, before.totals.rows], [29, 5, 0]);
    assert.match(before.remarks.join(), /^This account was opened on \w{3} \d+ \w+ 20\d\d, /);
  });

  it('is in the language of its reader, and safe in a spreadsheet', async () => {
    const owner = await registerUser(server);
    const device = await registerDevice(server, owner.token);
    const device_name = '=1+1; "Ndani"';
    await send(owner, 'PUT', '/api/devices.php?action=update-name', {
      mac_or_serial: device.mac_or_serial,
      device_name,
    });
    await send(owner, 'PUT', '/api/me', { language: 'sw' });
    const { text } = await ask(owner, '&format=csv');
    assert.ok(text.includes(`,"'=1+1; ""Ndani""",`), text);
    assert.ok(text.includes('Hakuna kilichopimwa.') && text.includes(',Jumla,'), text);
  });
});

function assertAddsUp({ used, refilled, change, unexplained, refilled_by: by }: MonthlyRow): void {
  assert.ok(used !== null && refilled !== null && change !== null && unexplained !== null && by);
  const near = (one: number, other: number) => assert.ok(Math.abs(one - other) < 0.005);
  near(change, refilled - used + unexplained);
  near(by.pump + by.tanker + by.mains + by.unknown, refilled);
}

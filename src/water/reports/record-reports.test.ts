import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newOwner, type Owner } from '../../../test/helpers/accounts/owners.ts';
import { nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { dayMs, hourMs } from '../../kit/time/units.ts';
import { toIncident } from '../incidents/incident-rows.ts';

const noSeverity = { critical: 0, warning: 0, info: 0 };
const noType = { overflow: 0, low: 0, sensor: 0, pump: 0, offline: 0, maintenance: 0 };

type Listed = { id: number }[];
type AlertsReport = { alerts: Listed; summary: Record<string, unknown> };
type PumpReport = { commands: (Listed[number] & { status: string })[]; summary: object };

describeOnBothEngines('reports on records', (engine) => {
  const server = useTestServer({ engine, env: { COMMAND_HOURS: '720' } });

  const ask = (action: string, { token, device_id }: Owner, query = '') => {
    const path = `/api/reports.php?action=${action}&device_id=${device_id}${query}`;
    return server.request('GET', path, { token });
  };

  describe('alerts', () => {
    const report = async (owner: Owner, query = '') =>
      (await ask('alerts', owner, query)).body as AlertsReport;
    const create = async ({ token, device_id }: Owner, fields: object) => {
      const json = { device_id, message: 'Look at this.', ...fields };
      const answer = await server.request('POST', '/api/alerts.php?action=create', { token, json });
      assert.equal(answer.status, 201, answer.text);
      return answer.body as { id: number };
    };
    const insertMany = async ({ deviceId }: Owner, count: number, fields: object = {}) => {
      const of = { deviceId, sensorName: null, now: server.clock.now };
      const facts = { level: 5, threshold: 20 };
      const incident = {
        ...toIncident({ kind: 'low', facts }, { ...of, severity: 'info' }),
        ...fields,
      };
      for (let left = count; left > 0; left -= 500) {
        const rows = Array.from({ length: Math.min(left, 500) }, () => incident);
        await server.db.write.insertInto('incidents').values(rows).execute();
      }
    };

    it('lists the newest first and counts by severity and type', async () => {
      const owner = await newOwner(server);
      const low = await create(owner, { type: 'low', severity: 'critical', sensor_name: 'roof' });
      const pump = await create(owner, { type: 'pump', severity: 'warning' });
      const other = await create(owner, { type: 'low' });
      await create(await newOwner(server), { type: 'sensor' });
      const { token } = owner;
      const path = `/api/alerts.php?action=mark-read&id=${pump.id}`;
      const read = (await server.request('PUT', path, { token })).body;
      const { alerts, summary } = await report(owner);
      assert.deepEqual(alerts, [other, read, low]);
      assert.deepEqual(summary, {
        total: 3,
        unread: 2,
        by_severity: { critical: 1, warning: 1, info: 1 },
        by_type: { ...noType, low: 2, pump: 1 },
      });
    });

    it('has every count, if only with a zero', async () => {
      const { alerts, summary } = await report(await newOwner(server));
      assert.deepEqual(alerts, []);
      assert.deepEqual(summary, { total: 0, unread: 0, by_severity: noSeverity, by_type: noType });
    });

    it('lists and counts what passes the filters', async () => {
      const owner = await newOwner(server);
      const fields = [
        { type: 'low', severity: 'info' },
        { type: 'low', severity: 'critical', sensor_name: 'roof' },
        { type: 'offline', severity: 'critical', sensor_name: 'well' },
      ];
      const alerts: { id: number }[] = [];
      for (const each of fields) alerts.unshift(await create(owner, each));
      const [offline, critical, info] = alerts;
      const of = async (query: string) => {
        const { alerts, summary } = await report(owner, query);
        assert.equal(summary['total'], alerts.length);
        return alerts;
      };
      assert.deepEqual(await of('&severity=critical'), [offline, critical]);
      assert.deepEqual(await of('&type=low'), [critical, info]);
      assert.deepEqual(await of('&type=low&severity=critical'), [critical]);
      assert.deepEqual(await of('&sensor_name=well'), [offline]);
      assert.deepEqual(await of('&severity=warning'), []);
      for (const field of ['severity', 'type', 'before']) {
        for (const value of ['', 'LOW', '-1']) {
          const answer = await ask('alerts', owner, `&${field}=${value}`);
          assert.deepEqual(wrongFields(answer), [field]);
        }
      }
    });

    it('keeps to its time, to the millisecond', async () => {
      const owner = await newOwner(server);
      for (const age of [7 * dayMs + 1, 7 * dayMs, 1, 0]) {
        await insertMany(owner, 1, { created_at: server.clock.now - age });
      }
      assert.equal((await report(owner)).summary['total'], 3);
      const end = new Date(server.clock.now).toISOString();
      assert.equal((await report(owner, `&end_date=${end}`)).summary['total'], 2);
      assert.equal((await report(owner, '&period=30d')).summary['total'], 4);
    });

    it('lists a thousand, counts all, and leads on to the others', async () => {
      const owner = await newOwner(server);
      await insertMany(owner, 1001);
      const first = await ask('alerts', owner);
      const { alerts, summary } = first.body as AlertsReport;
      assert.equal(alerts.length, 1000);
      assert.equal(summary['total'], 1001);
      const next = nextPage(first);
      assert.ok(next);
      const second = await server.request('GET', next, { token: owner.token });
      const rest = second.body as AlertsReport;
      assert.equal(rest.alerts.length, 1);
      assert.equal(rest.summary['total'], 1001);
      assert.ok((rest.alerts[0]?.id ?? 0) < (alerts.at(-1)?.id ?? 0));
      assert.equal(nextPage(second), undefined);
    });
  });

  describe('pump', () => {
    const report = async (owner: Owner, query = '') =>
      (await ask('pump', owner, query)).body as PumpReport;
    const send = async ({ token, device_id }: Owner, command: string, sensor_name = 'roof') => {
      const answer = await server.request('POST', '/api/pump_commands.php?action=send', {
        token,
        json: { device_id, sensor_name, command },
      });
      assert.equal(answer.status, 201, answer.text);
      return answer.body as { id: number };
    };

    it('lists the newest first and counts by status', async () => {
      const owner = await newOwner(server);
      const { token } = owner;
      const [done, gone, open] = [
        await send(owner, 'on'),
        await send(owner, 'off', 'well'),
        await send(owner, 'schedule', 'ground'),
      ];
      await send(await newOwner(server), 'on');
      const change = async (method: string, action: string, id: number) =>
        (
          await server.request(method, `/api/pump_commands.php?action=${action}&id=${id}`, {
            token,
          })
        ).body;
      const executed = await change('PUT', 'mark-executed', done.id);
      const cancelled = await change('DELETE', 'cancel', gone.id);
      const { commands, summary } = await report(owner);
      assert.deepEqual(commands, [open, cancelled, executed]);
      const counts = { total: 3, executed: 1, pending: 1, cancelled: 1, expired: 0 };
      assert.deepEqual(summary, counts);
    });

    it('counts a pending command whose time is over as expired, whatever is written', async () => {
      const owner = await newOwner(server);
      await send(owner, 'on');
      await server.db.write
        .updateTable('pump_commands')
        .set({ expires_at: server.clock.now + 1 })
        .where('device_id', '=', owner.deviceId)
        .execute();
      const zeros = { executed: 0, pending: 0, cancelled: 0, expired: 0 };
      assert.deepEqual((await report(owner)).summary, { total: 1, ...zeros, pending: 1 });
      server.clock.advance(1);
      const { commands, summary } = await report(owner);
      assert.deepEqual(summary, { total: 1, ...zeros, expired: 1 });
      assert.equal(commands[0]?.status, 'expired');
      assert.deepEqual((await report(await newOwner(server))).summary, { total: 0, ...zeros });
    });

    it('lists and counts what passes the filters', async () => {
      const owner = await newOwner(server);
      const [on, off] = [await send(owner, 'on', 'well'), await send(owner, 'off')];
      const idsOf = async (query: string) =>
        (await report(owner, query)).commands.map(({ id }) => id);
      assert.deepEqual(await idsOf('&command=on'), [on.id]);
      assert.deepEqual(await idsOf('&command=off'), [off.id]);
      assert.deepEqual(await idsOf('&command=auto'), []);
      assert.deepEqual(await idsOf('&sensor_name=well'), [on.id]);
      assert.deepEqual(await idsOf('&command=off&sensor_name=well'), []);
      for (const field of ['command', 'before']) {
        for (const value of ['', 'ON', '0']) {
          const answer = await ask('pump', owner, `&${field}=${value}`);
          assert.deepEqual(wrongFields(answer), [field]);
        }
      }
    });

    it('lists a thousand, counts all, and leads on to the others', async () => {
      const owner = await newOwner(server);
      const command = {
        device_id: owner.deviceId,
        sensor_name: 'roof',
        command: 'on',
        turn_on_below: null,
        turn_off_above: null,
        status: 'executed',
        source: 'user',
        created_at: server.clock.now,
        expires_at: server.clock.now + hourMs,
        delivered_at: null,
        acknowledged_at: null,
      };
      const rows = Array.from({ length: 1001 }, () => command);
      await server.db.write.insertInto('pump_commands').values(rows).execute();
      const first = await ask('pump', owner);
      const next = nextPage(first);
      assert.ok(next);
      const second = await server.request('GET', next, { token: owner.token });
      const [page, rest] = [first.body as PumpReport, second.body as PumpReport];
      assert.deepEqual([page.commands.length, rest.commands.length], [1000, 1]);
      const counts = { total: 1001, executed: 1001, pending: 0, cancelled: 0, expired: 0 };
      assert.deepEqual([page.summary, rest.summary], [counts, counts]);
      assert.equal(nextPage(second), undefined);
    });
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { randomIds } from '../../kit/ids.ts';
import { dayMs, minuteMs } from '../../kit/time/units.ts';
import { toIncident } from '../incidents/incident-rows.ts';
import { raiseLeaks } from '../insights/leaks/watch/raise-leaks.ts';
import { notifyPeople } from './routing/notify-people.ts';
import { routeIncidents } from './routing/route-incidents.ts';

const path = '/api/notifications.php?action=';

describeOnBothEngines('a leak that grows', (engine) => {
  const env = { TOKEN_HOURS: '8760', WEBHOOKS_ALLOW_PRIVATE: 'true' };
  const server = useTestServer({ engine, timers: createTestTimers(), env });

  const openTank = async () => {
    const { token } = await registerUser(server);
    const deviceId = Number((await registerDevice(server, token)).id);
    const json = {
      webhook_url: 'http://127.0.0.1:9/hook',
      quiet_hours: null,
      channels: { webhook: ['warning'], email: [] },
    };
    const saved = await server.request('POST', `${path}save`, { token, json });
    assert.equal(saved.status, 200, saved.text);
    const { db, clock } = server;
    const since = clock.now;
    const deps = {
      db,
      clock: () => clock.now,
      ids: randomIds,
      hasMail: false,
      checkSms: async () => {},
    };
    const { signal } = new AbortController();
    const find = async (litres_per_day: number) => {
      clock.advance(dayMs);
      const facts = { percent_per_day: litres_per_day / 20, litres_per_day, since };
      const leak = { kind: 'leak' as const, facts: { ...facts, nights: 3, confidence: 0.9 } };
      const of = { deviceId, sensorName: 'main', severity: 'warning' as const, now: clock.now };
      await db.transaction((trx) => raiseLeaks(trx, [toIncident(leak, of)], clock.now));
      await routeIncidents(deps, signal);
      clock.advance(minuteMs);
      await notifyPeople(deps, signal);
    };
    const lines = async () => {
      const { body } = await server.request('GET', `${path}history`, { token });
      return (body as { lines: string[] }[]).flatMap((message) => message.lines).toReversed();
    };
    const alertOf = async () => {
      const url = `/api/alerts.php?action=list&device_id=${deviceId}`;
      const answer = await server.request('GET', url, { token });
      const [alert] = answer.body as { id: number }[];
      assert.ok(alert);
      return alert;
    };
    const snooze = async (ms: number) => {
      const until = new Date(clock.now + ms).toISOString();
      const { id } = await alertOf();
      const url = `/api/alerts.php?action=snooze&id=${id}&until=${until}`;
      const answer = await server.request('PUT', url, { token });
      assert.equal(answer.status, 200, answer.text);
    };
    return { find, lines, snooze };
  };

  it('is told as worse, and not as one that has come back', async () => {
    const { find, lines } = await openTank();
    await find(80);
    await find(170);
    const [first = '', second = '', ...more] = await lines();
    assert.deepEqual(more, []);
    assert.match(first, /^(?!Worse|Again).*about 80 litres a day seem to leak/);
    assert.match(second, /^Worse: .*about 170 litres a day seem to leak/);
  });

  it('is told also while it is snoozed, once it takes twice as much', async () => {
    const { find, lines, snooze } = await openTank();
    await find(80);
    await snooze(20 * dayMs);
    await find(120);
    assert.equal((await lines()).length, 1);
    await find(170);
    const [, second = '', ...more] = await lines();
    assert.deepEqual(more, []);
    assert.match(second, /^Worse: .*about 170 litres a day seem to leak/);
  });
});

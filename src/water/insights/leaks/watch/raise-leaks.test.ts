import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { registerUser } from '../../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../../../test/helpers/water/devices.ts';
import { dayMs } from '../../../../kit/time/units.ts';
import { toIncident } from '../../../incidents/incident-rows.ts';
import { findOpenIncidents, resolveIncidents } from '../../../incidents/open-incidents.ts';
import { raiseLeaks } from './raise-leaks.ts';

type Alert = {
  id: number;
  facts: { litres_per_day: number; since: number; nights: number };
  created_at: string;
  raised_at: string;
  resolved_at: string | null;
};

describeOnBothEngines('leaks that are found again', (engine) => {
  const server = useTestServer({ engine, env: { TOKEN_HOURS: '8760' } });
  let token: string;
  let deviceId: number;
  let start: number;
  beforeEach(async () => {
    ({ token } = await registerUser(server));
    deviceId = Number((await registerDevice(server, token)).id);
    start = server.clock.now;
  });
  const on = (day: number) => start + day * dayMs;

  /** Finds a leak on a day: since which day, and of how many litres a day. */
  const find = async (day: number, since: number, litres: number) => {
    const facts = { percent_per_day: litres / 20, litres_per_day: litres, since: on(since) };
    const leak = { kind: 'leak' as const, facts: { ...facts, nights: 3, confidence: 0.9 } };
    const of = { deviceId, sensorName: 'main', severity: 'warning' as const, now: on(day) };
    return await server.db.transaction((trx) => raiseLeaks(trx, [toIncident(leak, of)], on(day)));
  };
  const end = async (day: number) => {
    const open = await findOpenIncidents(server.db.read, 'leak', [deviceId]);
    await server.db.transaction((trx) => resolveIncidents(trx, open, on(day)));
  };
  const alerts = async () => {
    const path = `/api/alerts.php?action=list&device_id=${deviceId}`;
    const answer = await server.request('GET', path, { token });
    return (answer.body as Alert[]).toReversed();
  };
  /** Of each alert its litres and, in days, since when, when it was news and its end. */
  const told = async () =>
    (await alerts()).map(({ facts, raised_at, resolved_at }) => [
      facts.litres_per_day,
      ...[facts.since, Date.parse(raised_at)].map((at) => (at - start) / dayMs),
      resolved_at === null ? null : (Date.parse(resolved_at) - start) / dayMs,
    ]);

  it('are the same where they began before the end of the one before, with its begin', async () => {
    await find(3, 0, 80);
    await end(5);
    await find(7, 4, 90);
    assert.deepEqual(await told(), [[90, 0, 3, null]]);
  });

  it('are others, and no news, where they began after it: what was told of the first stays', async () => {
    await find(3, 0, 80);
    await end(5);
    await find(8, 6, 90);
    assert.deepEqual(await told(), [
      [80, 0, 3, 5],
      [90, 6, 3, null],
    ]);
    await end(9);
    await find(11, 10, 90);
    assert.deepEqual((await told()).at(-1), [90, 10, 11, null]);
  });

  it('tell while they last what they take by now, and are news once that is twice as much', async () => {
    await find(3, 0, 80);
    assert.equal((await find(4, 1, 100)).length, 1);
    assert.deepEqual(await told(), [[100, 0, 3, null]]);
    await find(5, 1, 150);
    assert.deepEqual(await told(), [[150, 0, 3, null]]);
    await find(6, 1, 160);
    assert.deepEqual(await told(), [[160, 0, 6, null]]);
    await find(7, 1, 310);
    assert.deepEqual((await told())[0]?.[2], 6);
    assert.deepEqual(await find(8, 1, 310), []);
    await find(9, 1, 321);
    assert.deepEqual(await told(), [[321, 0, 9, null]]);
  });
});

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import {
  callAuth,
  type RegisteredUser,
  registerUser,
} from '../../../test/helpers/accounts/accounts.ts';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import {
  type Answer,
  describeOnBothEngines,
  useTestServer,
} from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';
import type { Leaks } from './leaks/schemas.ts';
import type { Quality } from './quality/schemas.ts';
import type { Refills } from './refills/schemas.ts';

const litresOfPercent = 100;

describeOnBothEngines('insights', (engine) => {
  const server = useTestServer({ engine });
  let owner: RegisteredUser;
  let stranger: RegisteredUser;
  let deviceId: string;
  let start: number;
  before(async () => {
    owner = await registerUser(server);
    stranger = await registerUser(server);
    deviceId = (await registerDevice(server, owner.token)).id;
    // Midnight of Nairobi, eight days ago.
    start = Date.parse('2026-11-12T21:00:00Z');
    await fill();
  });

  const ask = (action: string, query = '', token = owner.token): Promise<Answer> =>
    server.request('GET', `/api/insights.php?action=${action}&device_id=${deviceId}${query}`, {
      token,
    });
  const send = (method: string, query: string, json?: unknown, token = owner.token) =>
    server.request(method, `/api/insights.php?action=${query}`, { token, json });

  /**
   * Simulates a tank that leaks two percent a day and is used by day; a tanker comes, and a pump runs twice.
   */
  async function fill(): Promise<void> {
    let level = 80;
    for (let at = start; at <= server.clock.now; at += 10 * minuteMs) {
      const hours = (at - start) / hourMs;
      const hour = hours % 24;
      level -= 2 / 144 + (hour >= 6 && hour < 21 ? 0.1 : 0);
      const tanker = hours > 82 && hours <= 82.5;
      const isPumping = (hours > 130 && hours <= 132) || hours > 200.5;
      if (tanker) level += 18;
      if (isPumping) level += 1.2;
      const answer = await server.request('POST', '/api/sensors.php?action=reading', {
        token: owner.token,
        json: {
          device_id: deviceId,
          sensor_name: 'main',
          recorded_at: new Date(at).toISOString(),
          level,
          level_cm: level * 2,
          volume: level * litresOfPercent,
          // A pump is reported only where it runs.
          ...(isPumping && { pump_status: 'on' }),
        },
      });
      assert.equal(answer.status, 201, answer.text);
    }
  }

  const refillsOf = async (query = '&period=30d') => (await ask('refills', query)).body as Refills;

  it('lists refills, newest first, the running one with no end', async () => {
    const { refills } = await refillsOf();
    const told = refills.map(({ source, source_by, ended_at }) => [source, source_by, !ended_at]);
    assert.deepEqual(told, [
      ['pump', 'pump_status', true],
      ['pump', 'pump_status', false],
      ['tanker', 'rate', false],
    ]);
    const tanker = refills.at(-1);
    assert.ok(tanker);
    const { litres, drawn, percent } = tanker;
    assert.ok(litres !== null && Math.abs(litres - 54 * litresOfPercent) < 120, `${litres} litres`);
    assert.ok(drawn !== null && drawn >= 0 && drawn < litres);
    assert.ok(Math.abs(percent * litresOfPercent - litres) < 1);
    assert.ok((tanker.litres_per_hour ?? 0) > 4000);
    assert.ok(tanker.level_after - tanker.level_before > 50);
  });

  it('gives refills in pages', async () => {
    const all = (await refillsOf()).refills.map(({ id }) => id);
    const paged: string[] = [];
    let path: string | undefined =
      `/api/insights.php?action=refills&device_id=${deviceId}&period=30d&limit=1`;
    while (path !== undefined) {
      const answer: Answer = await server.request('GET', path, { token: owner.token });
      paged.push(...(answer.body as Refills).refills.map(({ id }) => id));
      path = nextPage(answer);
    }
    assert.deepEqual(paged, all);
    assert.deepEqual(wrongFields(await ask('refills', '&limit=101')), ['limit']);
    assert.deepEqual(wrongFields(await ask('refills', '&before=12')), ['before']);
    assert.deepEqual((await refillsOf('&end_date=2026-11-13')).refills, []);
  });

  it('holds a receipt against the refill nearest in time', async () => {
    const tanker = (await refillsOf()).refills.at(-1);
    const received_at = new Date(start + 84 * hourMs).toISOString();
    const made = { device_id: deviceId, sensor_name: 'main', received_at, litres: 3000 };
    const answer = await send('POST', 'receipt', { ...made, supplier: 'Maji Safi', price: 2500 });
    assert.equal(answer.status, 201, answer.text);
    const receipt = answer.body as Refills['unmatched_receipts'][number];
    assert.deepEqual([receipt.litres, receipt.supplier, receipt.price], [3000, 'Maji Safi', 2500]);
    const again = await send('POST', 'receipt', { ...made, supplier: 'Maji Safi', price: 2500 });
    assert.deepEqual([again.status, again.body], [201, receipt]);
    const held = (await refillsOf()).refills.at(-1);
    assert.deepEqual(held?.receipts, [receipt]);
    assert.equal(held?.source_by, 'receipt');
    const difference = (tanker?.litres ?? 0) - 3000;
    assert.ok(Math.abs((held?.difference ?? 0) - difference) < 0.02);
    assert.ok(Math.abs((held?.difference_share ?? 0) - difference / 3000) < 0.001);

    const lost = { ...made, received_at: new Date(start + 30 * hourMs).toISOString() };
    const { id } = (await send('POST', 'receipt', lost)).body as { id: number };
    await send('POST', 'receipt', lost);
    assert.deepEqual(
      (await refillsOf()).unmatched_receipts.map((each) => each.id),
      [id],
    );
    for (const each of [id, receipt.id]) {
      const other = await send('DELETE', `delete-receipt&id=${each}`, undefined, stranger.token);
      assert.equal(other.status, 404);
      const deleted = await send('DELETE', `delete-receipt&id=${each}`);
      assert.deepEqual(deleted.body, { id: each, deleted: true });
    }
    assert.deepEqual((await refillsOf()).refills.at(-1), tanker);
  });

  it('takes no receipt that cannot be', async () => {
    const good = { device_id: deviceId, sensor_name: 'main', litres: 1 };
    const at = (instant: number) => new Date(instant).toISOString();
    const wrong = [at(server.clock.now + 6 * minuteMs), at(start - 11 * 366 * dayMs), 'yesterday'];
    for (const received_at of wrong) {
      assert.deepEqual(wrongFields(await send('POST', 'receipt', { ...good, received_at })), [
        'received_at',
      ]);
    }
    const unknown = { ...good, sensor_name: 'nowhere', received_at: at(start) };
    assert.equal((await send('POST', 'receipt', unknown)).status, 404);
  });

  it('lets the owner say where a refill came from, and take it back', async () => {
    const stated = async () => {
      const last = (await refillsOf()).refills.at(-1);
      return [last?.source, last?.source_by];
    };
    const { began_at } = (await refillsOf()).refills.at(-1) ?? {};
    const json = { device_id: deviceId, sensor_name: 'main', began_at };
    const said = await send('PUT', 'refill-source', { ...json, source: 'mains' });
    assert.deepEqual(said.body, { ...json, source: 'mains' });
    assert.deepEqual(await stated(), ['mains', 'owner']);
    await send('PUT', 'refill-source', { ...json, source: 'pump' });
    assert.deepEqual(await stated(), ['pump', 'owner']);
    await send('PUT', 'refill-source', { ...json, source: null });
    assert.deepEqual(await stated(), ['tanker', 'rate']);
  });

  it('tells a leak with its litres and, once water has a price, its shillings', async () => {
    const leakOf = async () => {
      const { water_price, sensors } = (await ask('leaks')).body as Leaks;
      const [sensor] = sensors;
      assert.ok(sensor);
      return { water_price, sensor, leak: sensor.leaks[0] };
    };
    const { water_price, sensor, leak } = await leakOf();
    assert.equal(water_price, null);
    assert.deepEqual([sensor.sensor_name, sensor.nights_needed], ['main', 0]);
    assert.ok(sensor.nights >= 6);
    assert.ok(leak, 'no leak is told');
    assert.ok(leak.confidence >= 0.5 && leak.confidence <= 1);
    assert.equal(leak.cost_per_month, null);
    await callAuth(server, 'update', { token: owner.token, json: { water_price: 120 } });
    const priced = await leakOf();
    assert.equal(priced.water_price, 120);
    const { litres_per_month, cost_per_month } = priced.leak ?? {};
    assert.ok(Math.abs((cost_per_month ?? 0) - ((litres_per_month ?? 0) / 1000) * 120) < 0.01);
    // Before anything was known, there was no leak to report.
    const early = (await ask('leaks', '&end_date=2026-11-13')).body as Leaks;
    assert.deepEqual(early.sensors[0]?.leaks, []);
    assert.ok((early.sensors[0]?.nights_needed ?? 0) > 0);
  });

  it('measures the quality of a sensor', async () => {
    const { sensors } = (await ask('quality', '&sensor_name=main')).body as Quality;
    const [sensor] = sensors;
    assert.equal(sensors.length, 1);
    assert.equal(sensor?.interval_s, 600);
    assert.deepEqual(
      [sensor?.gaps.count, sensor?.temperature_drift, sensor?.step],
      [0, null, null],
    );
    assert.ok((sensor?.readings ?? 0) > 900 && sensor?.looked_at === sensor?.readings);
    assert.ok((sensor?.noise?.percent ?? 9) < 0.1);
    assert.ok((sensor?.suspect_share ?? 1) < 0.03);
  });

  it('is for the owner alone, of a device that there is', async () => {
    for (const action of ['refills', 'leaks', 'quality']) {
      assert.deepEqual(failureOf(await ask(action, '', '')), [401, 'unauthenticated']);
      assert.equal((await ask(action, '', stranger.token)).status, 404);
      assert.deepEqual(wrongFields(await ask(action, '&period=2d')), ['period']);
      assert.deepEqual(wrongFields(await ask(action, '&start_date=soon')), ['start_date']);
    }
  });
});

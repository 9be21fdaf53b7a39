import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newOwner, type Owner } from '../../../../test/helpers/accounts/owners.ts';
import { failureOf, nextPage, wrongFields } from '../../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { type SeedReading, seedReadings } from '../../../../test/helpers/water/readings.ts';
import { hourMs, minuteMs } from '../../../kit/time/units.ts';

type Reading = { sensor_name: string; level: number; recorded_at: string };

describeOnBothEngines('history', (engine) => {
  const server = useTestServer({ engine });

  const history = (token: string | undefined, query: string) =>
    server.request('GET', `/api/sensors.php?action=history${query}`, { token });
  const record = async ({ token, device_id }: Owner, fields: object) => {
    const json = { device_id, sensor_name: 'roof', level: 50, ...fields };
    const { body } = await server.request('POST', '/api/sensors.php?action=reading', {
      token,
      json,
    });
    return body;
  };
  const iso = (offset = 0) => new Date(server.clock.now + offset).toISOString();
  const seed = ({ deviceId }: Owner, sensorName: string, readings: SeedReading[]) =>
    seedReadings(server.db, { deviceId, sensorName, readings });

  it('answers what was recorded, oldest first', async () => {
    const owner = await newOwner(server);
    const { token, device_id } = owner;
    const newest = await record(owner, {
      level: 33.3,
      pump_status: 'on',
      latitude: 1,
      longitude: 2,
    });
    const oldest = await record(owner, {
      recorded_at: iso(-2 * hourMs),
      sensor_name: 'wéll "2", ⛲',
    });
    const ahead = await record(owner, { recorded_at: iso(4 * minuteMs), volume: 12.5 });
    const answer = await history(token, `&device_id=${device_id}`);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.deepEqual(answer.body, [oldest, newest, ahead]);
    assert.equal(nextPage(answer), undefined);
  });

  it('answers the last 24 hours unless told, and 1 to 168', async () => {
    const owner = await newOwner(server);
    const { token, device_id } = owner;
    const ages = [1, 24, 168].flatMap((hours) => [hours * hourMs + 1, hours * hourMs]);
    for (const age of ages) await record(owner, { recorded_at: iso(-age) });
    const countOf = async (query: string) =>
      ((await history(token, `&device_id=${device_id}${query}`)).body as Reading[]).length;
    assert.equal(await countOf(''), 3);
    assert.equal(await countOf('&hours=1'), 1);
    assert.equal(await countOf('&hours=168'), 5);
    for (const hours of ['0', '169', '1.5', 'abc', '1e999', 'NaN', '-1', '', '0x10']) {
      const answer = await history(token, `&device_id=${device_id}&hours=${hours}`);
      assert.deepEqual(wrongFields(answer), ['hours']);
    }
  });

  it('keeps to a sensor when told so', async () => {
    const owner = await newOwner(server);
    const { token, device_id } = owner;
    const roof = await record(owner, { recorded_at: iso(-1) });
    const well = await record(owner, { sensor_name: 'well' });
    const of = async (query: string) =>
      (await history(token, `&device_id=${device_id}${query}`)).body;
    assert.deepEqual(await of('&sensor_name=roof'), [roof]);
    assert.deepEqual(await of('&sensor_name=well'), [well]);
    assert.deepEqual(await of('&sensor_name=tank'), []);
    assert.deepEqual(await of(''), [roof, well]);
    const empty = await history(token, `&device_id=${device_id}&sensor_name=`);
    assert.deepEqual(wrongFields(empty), ['sensor_name']);
  });

  it('is empty for a device that said nothing', async () => {
    const { token, device_id } = await newOwner(server);
    assert.deepEqual((await history(token, `&device_id=${device_id}`)).body, []);
  });

  it('mixes sensors of any rhythm, without a gap or a repeat', async () => {
    const owner = await newOwner(server);
    const start = server.clock.now - 24 * hourMs;
    const every = (length: number, step: number, shift = 0): SeedReading[] =>
      Array.from({ length }, (_, index) => ({
        at: start + shift + index * step,
        level: index % 101,
      }));
    const series = {
      // 3,000 readings at the instants of another sensor, a burst, and a few.
      steady: every(3000, 20_000),
      twin: every(3000, 20_000),
      burst: every(2500, 1, 5 * hourMs),
      rare: every(5, 4 * hourMs, 7),
    };
    const expected: [string, number, number][] = [];
    for (const [name, readings] of Object.entries(series)) {
      await seed(owner, name, readings);
      for (const { at, level } of readings) expected.push([name, at, level]);
    }
    const order = Object.keys(series);
    expected.sort((a, b) => a[1] - b[1] || order.indexOf(a[0]) - order.indexOf(b[0]));
    const { body } = await history(owner.token, `&device_id=${owner.device_id}`);
    const found = (body as Reading[]).map(({ sensor_name, recorded_at, level }) => [
      sensor_name,
      Date.parse(recorded_at),
      level,
    ]);
    assert.deepEqual(found, expected);
  });

  it('leads from page to page where there is more than an answer holds', async () => {
    const owner = await newOwner(server);
    const readings = (shift: number) =>
      Array.from({ length: 21_500 }, (_, index) => ({
        at: server.clock.now - 100 * hourMs + index * 10_000 + shift,
        level: index % 101,
      }));
    await seed(owner, 'roof', readings(0));
    await seed(owner, 'well', readings(0));
    const found: string[] = [];
    const lengths: number[] = [];
    let next: string | undefined =
      `/api/sensors.php?action=history&device_id=${owner.device_id}&hours=168`;
    while (next) {
      const answer = await server.request('GET', next, { token: owner.token });
      const page = answer.body as Reading[];
      lengths.push(page.length);
      found.push(...page.map(({ sensor_name, recorded_at }) => `${recorded_at} ${sensor_name}`));
      next = nextPage(answer);
    }
    assert.equal(lengths.length, 3);
    assert.equal(new Set(found).size, 43_000);
    assert.deepEqual(found, found.toSorted());
  });

  it('goes on after an instant, but not behind the asked hours', async () => {
    const owner = await newOwner(server);
    const { token, device_id } = owner;
    for (const hours of [30, 3, 2, 1]) await record(owner, { recorded_at: iso(-hours * hourMs) });
    const after = async (instant: string) => {
      const answer = await history(token, `&device_id=${device_id}&after=${instant}`);
      return (answer.body as Reading[]).map(({ recorded_at }) => recorded_at);
    };
    assert.deepEqual(await after(iso(-2 * hourMs)), [iso(-hourMs)]);
    assert.deepEqual(await after(iso(-2 * hourMs - 1)), [iso(-2 * hourMs), iso(-hourMs)]);
    assert.equal((await after(iso(-40 * hourMs))).length, 3);
    for (const wrong of ['', 'yesterday', '2026-11-20', '2026-11-20T08:00:00']) {
      const answer = await history(token, `&device_id=${device_id}&after=${wrong}`);
      assert.deepEqual(wrongFields(answer), ['after']);
    }
  });

  it("answers 404 for another user's device; needs a token", async () => {
    const [{ token }, { device_id }] = [await newOwner(server), await newOwner(server)];
    const stranger = await history(token, `&device_id=${device_id}`);
    assert.deepEqual(failureOf(stranger), [404, 'not_found']);
    assert.deepEqual(wrongFields(await history(token, '&hours=0')), ['device_id', 'hours']);
    assert.equal((await history(undefined, `&device_id=${device_id}`)).status, 401);
  });
});

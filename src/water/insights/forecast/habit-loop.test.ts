import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newOwner, type Owner } from '../../../../test/helpers/accounts/owners.ts';
import { beforeTransactions } from '../../../../test/helpers/database/before-transactions.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../../test/helpers/server/test-timers.ts';
import { seedReadings } from '../../../../test/helpers/water/readings.ts';
import { dayMs, hourMs, minuteMs } from '../../../kit/time/units.ts';
import { purgeRemovedSensors } from '../../retention/purge-removed-sensors.ts';
import type { Tank } from '../../tanks/schemas.ts';
import { learnHabits } from './habit-loop.ts';
import type { Forecast } from './schemas.ts';

const forecastPath = '/api/insights.php?action=forecast';
const unstopped = new AbortController().signal;

describeOnBothEngines('habits of use', (engine) => {
  const server = useTestServer({
    engine,
    env: { TOKEN_HOURS: '8760' },
    timers: createTestTimers(),
  });

  const learn = (limit?: number, db = server.db) =>
    learnHabits({ db, clock: () => server.clock.now }, unstopped, limit);
  /** Stores a tank of 1,000 litres from which 0.2 % an hour is drawn, down to 20 % now. */
  const seed = async ({ deviceId }: Owner, hours: number, sensorName = 'main') => {
    const readings = Array.from({ length: hours * 4 + 1 }, (_, at) => {
      const level = 20 + (hours * 4 - at) * 0.05;
      return { at: server.clock.now - (hours - at / 4) * hourMs, level, volume: level * 10 };
    });
    await seedReadings(server.db, { deviceId, sensorName, readings });
  };
  const listed = async ({ token, device_id }: Owner) => {
    const answer = await server.request('GET', `/api/tanks?device_id=${device_id}`, { token });
    assert.equal(answer.status, 200, answer.text);
    const [tank] = answer.body as Tank[];
    return tank?.sensors.map(({ time_to_empty }) => time_to_empty);
  };
  const foretold = async ({ token, device_id }: Owner) => {
    const path = `${forecastPath}&device_id=${device_id}`;
    const answer = await server.request('GET', path, { token });
    assert.equal(answer.status, 200, answer.text);
    return (answer.body as Forecast).sensors.map(({ time_to_empty }) => time_to_empty);
  };
  const useIn = async ({ token, device_id }: Owner, path: string) => {
    const { body } = await server.request('GET', `${path}&device_id=${device_id}`, { token });
    const { sensors } = (Array.isArray(body) ? body[0] : body) as Tank | Forecast;
    return sensors.map(({ unit, daily_use }) => ({ unit, daily_use }))[0];
  };
  const record = async ({ token, device_id }: Owner, level: number) => {
    const json = { device_id, sensor_name: 'main', level, volume: level * 10 };
    const answer = await server.request('POST', '/api/sensors.php?action=reading', { token, json });
    assert.equal(answer.status, 201, answer.text);
  };
  const habitsOf = async ({ deviceId }: Owner) =>
    await server.db.read
      .selectFrom('use_habits')
      .selectAll()
      .where('device_id', '=', deviceId)
      .orderBy('sensor_no')
      .execute();

  it('make the list of tanks say what the forecast says, to the digit', async () => {
    const owner = await newOwner(server);
    await seed(owner, 14 * 24);
    assert.deepEqual(await listed(owner), [null]);
    const [before] = await foretold(owner);
    await learn();
    const [lasting] = (await listed(owner)) ?? [];
    assert.deepEqual(lasting, before);
    assert.ok(lasting && Math.abs(lasting.middle - 100) < 6, `${lasting?.middle}`);
    const uses = await Promise.all(['/api/tanks?', forecastPath].map((path) => useIn(owner, path)));
    assert.deepEqual(uses[0], uses[1]);
    assert.ok(Math.abs((uses[0]?.daily_use ?? 0) - 48) < 2, `${uses[0]?.daily_use}`);
    for (const level of [19.9, 19.7]) {
      server.clock.advance(20 * minuteMs);
      await record(owner, level);
      const told = await foretold(owner);
      assert.deepEqual(await listed(owner), told);
      assert.notDeepEqual(told, [before]);
    }
    // While it is being filled there is no forecast of when it will be empty.
    for (const level of [30, 45, 60, 75]) {
      server.clock.advance(5 * minuteMs);
      await record(owner, level);
    }
    assert.deepEqual([await foretold(owner), await listed(owner)], [[null], [null]]);
  });

  it('are learnt once a day, and of a young sensor every hour', async () => {
    const owner = await newOwner(server);
    await seed(owner, 14 * 24);
    await seed(owner, 30, 'young');
    await learn();
    const first = await habitsOf(owner);
    assert.deepEqual(
      first.map(({ habit, due_at }) => [habit !== null, due_at - server.clock.now]),
      [
        [true, dayMs],
        [false, hourMs],
      ],
    );
    assert.deepEqual((await listed(owner))?.[1], null);
    server.clock.advance(hourMs - 1);
    await learn();
    assert.deepEqual(await habitsOf(owner), first);
    server.clock.advance(1);
    await learn();
    const again = await habitsOf(owner);
    assert.deepEqual(again[0], first[0]);
    assert.equal(again[1]?.learnt_at, server.clock.now);
  });

  it('are learnt again where the ledger is put right while they are learnt', async () => {
    const owner = await newOwner(server);
    await seed(owner, 14 * 24);
    const { token, device_id } = owner;
    for (const hours of [8, 5]) {
      const isoBefore = (ago: number) => new Date(server.clock.now - ago * hourMs).toISOString();
      const json = {
        device_id,
        sensor_name: 'main',
        from: isoBefore(hours),
        until: isoBefore(hours - 2),
      };
      const correcting = beforeTransactions(server.db, async () => {
        const path = '/api/insights.php?action=cleaning';
        assert.equal((await server.request('POST', path, { token, json })).status, 201);
      });
      await learn(undefined, correcting);
      const [overtaken] = await habitsOf(owner);
      assert.ok(overtaken && overtaken.due_at <= 0, `${overtaken?.due_at}`);
      server.clock.advance(minuteMs);
      await learn();
      const [again] = await habitsOf(owner);
      assert.deepEqual(
        [again?.learnt_at, again?.due_at],
        [server.clock.now, server.clock.now + dayMs],
      );
      server.clock.advance(dayMs - 2 * hourMs);
      await record(owner, 15);
      server.clock.advance(2 * hourMs);
    }
  });

  it('are not believed of a tank that was silent since, and not learnt of one that is', async () => {
    const owner = await newOwner(server);
    await seed(owner, 14 * 24);
    await learn();
    const learnt = await habitsOf(owner);
    server.clock.advance(3 * dayMs);
    await learn();
    assert.deepEqual(await habitsOf(owner), learnt);
    assert.deepEqual(await listed(owner), [null]);
    await record(owner, 10);
    assert.deepEqual(await listed(owner), [null]);
    await learn();
    const told = await listed(owner);
    assert.notDeepEqual(told, [null]);
    assert.deepEqual(told, await foretold(owner));
  });

  it('are learnt a round at a time, and go with their sensor', async () => {
    const owner = await newOwner(server);
    await learn();
    for (const name of ['one', 'two', 'three']) await seed(owner, 72, name);
    await learn(2);
    assert.equal((await habitsOf(owner)).length, 2);
    await learn(2);
    assert.equal((await habitsOf(owner)).length, 3);
    const { token, device_id } = owner;
    const path = `/api/sensors.php?action=remove&device_id=${device_id}&sensor_name=two`;
    assert.equal((await server.request('DELETE', path, { token })).status, 200);
    await purge();
    assert.deepEqual(
      (await habitsOf(owner)).map(({ sensor_no }) => sensor_no),
      [1, 3],
    );
  });

  it('are learnt first of those that have waited longest, and beside one that cannot be', async () => {
    const [early, unlucky, late] = [
      await newOwner(server),
      await newOwner(server),
      await newOwner(server),
    ];
    await learn();
    await seed(early, 30);
    await learn();
    server.clock.advance(hourMs);
    await seed(unlucky, 14 * 24);
    await seed(late, 30);
    await server.db.write
      .updateTable('users')
      .set({ timezone: 'Nowhere' })
      .where('id', '=', ({ selectFrom }) =>
        selectFrom('devices').select('owner_id').where('id', '=', unlucky.deviceId),
      )
      .execute();
    await assert.rejects(learn(2), AggregateError);
    const counts = [early, unlucky, late].map(async (owner) => (await habitsOf(owner)).length);
    assert.deepEqual(await Promise.all(counts), [1, 0, 1]);
  });

  const purge = () => purgeRemovedSensors({ db: server.db }, unstopped);
});

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import pino from 'pino';
import { newOwner } from '../../../test/helpers/accounts/owners.ts';
import { startRoundServer } from '../../../test/helpers/server/round-server.ts';
import {
  describeOnBothEngines,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { seedReadings } from '../../../test/helpers/water/readings.ts';
import { useRetentionCalls } from '../../../test/helpers/water/retention-calls.ts';
import type { Timers } from '../../kit/time/timers.ts';
import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';
import { createMetrics } from '../../operations/metrics.ts';
import { deleteOldReadings } from './delete-old-readings.ts';

describeOnBothEngines('retention', (engine) => {
  let server: TestServer;
  let nextRound: () => Promise<void>;
  before(async () => {
    const env = { RAW_RETENTION_DAYS: '30', ROLLUP_RETENTION_DAYS: '60' };
    ({ server, nextRound } = await startRoundServer(engine, env));
  });
  after(() => server.stop());

  const { record, get, download, daily, dailyUse, count, counted } = useRetentionCalls(
    () => server,
  );

  it('deletes a reading once it is older than its hour is kept, and none before', async () => {
    const owner = await newOwner(server);
    const at = server.clock.now;
    await record(owner, at - 1);
    await record(owner, at);
    server.clock.advance(30 * dayMs - 1);
    await nextRound();
    assert.deepEqual(await download(owner), [at - 1, at]);

    server.clock.advance(1);
    const before = await counted('readings');
    await nextRound();
    assert.equal(await counted('readings'), before + 1);
    assert.deepEqual(await download(owner), [at]);
    server.clock.advance(hourMs - 1);
    await nextRound();
    assert.deepEqual(await download(owner), [at]);

    server.clock.advance(1);
    await nextRound();
    assert.deepEqual(await download(owner), []);
    assert.equal(await count('readings', owner), 0);
  });

  it('deletes a rollup with its hour, long after the readings', async () => {
    const owner = await newOwner(server);
    const at = server.clock.now;
    await record(owner, at - 1, 40);
    await record(owner, at, 60);
    server.clock.advance(60 * dayMs - 1);
    await nextRound();
    assert.deepEqual(
      [await count('readings', owner), await count('hourly_rollups', owner)],
      [0, 2],
    );

    server.clock.advance(1);
    const before = await counted('hourly_rollups');
    await nextRound();
    assert.equal(await counted('hourly_rollups'), before + 1);
    assert.equal(await count('hourly_rollups', owner), 1);
    assert.match(
      server.logged(),
      /"readings":0,"refills":0,"hourly_rollups":1,"msg":"expired rows deleted"/,
    );
    server.clock.advance(hourMs);
    await nextRound();
    assert.deepEqual(await daily(owner), []);
  });

  it('deletes nothing by a clock a year ahead, unless that stays there for a day', async () => {
    const owner = await newOwner(server);
    await record(owner, server.clock.now);
    const before = await counted('readings');
    /** Advances both clocks by an hour. @returns the number of rows deleted in the round then. */
    const deleted = async () => {
      server.clock.jump(hourMs);
      await nextRound();
      return (await counted('readings')) - before;
    };
    assert.equal(await deleted(), 0);
    for (const jump of [365 * dayMs, -365 * dayMs, 365 * dayMs]) {
      server.clock.jump(jump);
      assert.equal(await deleted(), 0);
    }
    server.clock.advance(22 * hourMs);
    assert.equal(await deleted(), 0);
    server.clock.advance(hourMs);
    assert.equal(await deleted(), 1);
    server.clock.jump(-365 * dayMs);
  });

  it('leaves a silent sensor as it was last heard, and goes on when it is heard again', async () => {
    const owner = await newOwner(server);
    await record(owner, server.clock.now, 35);
    server.clock.advance(200 * dayMs);
    await nextRound();
    assert.deepEqual([await download(owner), await daily(owner)], [[], []]);
    const [sensor] = (await get(owner, 'sensors.php?action=latest')) as { level: number }[];
    assert.equal(sensor?.level, 35);

    const at = server.clock.now;
    await record(owner, at, 90);
    await nextRound();
    assert.deepEqual(await download(owner), [at]);
    assert.equal((await daily(owner)).length, 1);
  });

  it('finds what waits in the row of a sensor that is seldom heard', async () => {
    const owner = await newOwner(server);
    await record(owner, server.clock.now);
    server.clock.advance(40 * dayMs);
    const at = server.clock.now;
    await record(owner, at);
    await nextRound();
    assert.deepEqual(await download(owner), [at]);
    assert.equal((await daily(owner)).length, 2);
  });

  it('deletes however many there are, and nothing of other sensors', async () => {
    const [owner, other] = [await newOwner(server), await newOwner(server)];
    const end = server.clock.now - 30 * dayMs;
    const readings = (from: number) =>
      Array.from({ length: 4500 }, (_, index) => ({ at: from + index * 1000, level: 50 }));
    const seed = (deviceId: number, sensorName: string, from: number) =>
      seedReadings(server.db, { deviceId, sensorName, readings: readings(from) });
    await seed(owner.deviceId, 'all', end - 4500 * 1000);
    await seed(owner.deviceId, 'half', end - 2250 * 1000);
    await seed(other.deviceId, 'none', end);
    const before = await counted('readings');
    await nextRound();
    assert.equal(await counted('readings'), before + 4500 + 2250);
    const rows = await download(owner);
    assert.deepEqual([rows.length, Math.min(...rows)], [2250, end]);
    assert.equal(await count('readings', other), 4500);
    const thinned = await download(owner, '&points=10');
    assert.deepEqual([thinned[0], thinned.at(-1)], [end, end + 2249 * 1000]);
  });

  it('stops at once, also while it pauses, and the next round finishes', async () => {
    const owner = await newOwner(server);
    const at = server.clock.now - 40 * dayMs;
    const readings = Array.from({ length: 4500 }, (_, index) => ({ at: at + index, level: 50 }));
    await seedReadings(server.db, { deviceId: owner.deviceId, readings });
    const stopping = new AbortController();
    let time = 0;
    const timers: Timers = {
      now: () => time++,
      // The pause would never end by itself.
      after: () => {
        queueMicrotask(() => stopping.abort());
        return () => {};
      },
    };
    const deps = {
      db: server.db,
      clock: () => server.clock.now,
      timers,
      log: pino({ level: 'silent' }),
      retentionMs: 30 * dayMs,
      rollupRetentionMs: undefined,
      metrics: createMetrics(),
    };
    await deleteOldReadings(deps, stopping.signal);
    assert.equal(await count('readings', owner), 2500);
    await nextRound();
    assert.equal(await count('readings', owner), 0);
  });

  it('leaves an hour as it was when a late reading comes of which the others are gone', async () => {
    const owner = await newOwner(server);
    const hour = server.clock.now - (server.clock.now % hourMs) - 3 * hourMs;
    for (const [minute, level] of [
      [1, 80],
      [2, 70],
      [3, 60],
      [120, 55],
    ] as const) {
      await record(owner, hour + minute * minuteMs, level);
    }
    const whole = await daily(owner);
    // As after a time of shorter retention.
    await server.db.write
      .deleteFrom('readings')
      .where('device_id', '=', owner.deviceId)
      .where('recorded_at', '<', hour + hourMs)
      .execute();
    await record(owner, hour + 4 * minuteMs, 10);
    assert.deepEqual(await daily(owner), whole);
    assert.equal((await download(owner)).length, 2);
  });

  it('keeps the days of reports right, where midnight divides an hour and readings are gone', async () => {
    // Midnight in Kolkata is half past six in the evening, UTC.
    const owner = await newOwner(server, 'Asia/Kolkata');
    server.clock.advance(dayMs - (server.clock.now % dayMs));
    const midnight = server.clock.now - 5.5 * hourMs;
    for (const [hours, level] of [
      [-2, 80],
      [-0.25, 70],
      [0.25, 60],
      [2, 50],
      [24.25, 40],
    ] as const) {
      await record(owner, midnight - 24 * hourMs + hours * hourMs, level);
    }
    const figures = async () => {
      const days = (await daily(owner)) as { count: number; minimum: number; maximum: number }[];
      return days.map(({ count, minimum, maximum }) => [count, minimum, maximum]);
    };
    const use = () => dailyUse(owner);
    const whole = [
      [2, 70, 80],
      [2, 50, 60],
      [1, 40, 40],
    ];
    assert.deepEqual(await figures(), whole);
    // The last reading comes a quarter of an hour after midnight: what went before it was used the day before.
    assert.deepEqual(await use(), [10, 29.97, 0.03]);

    // The hour that midnight divides is half an hour short of expiring: it is still whole.
    server.clock.now = midnight - 24 * hourMs + 30 * dayMs + 0.25 * hourMs;
    await nextRound();
    assert.equal((await download(owner)).length, 4);
    assert.deepEqual(await figures(), whole);

    // Once its readings are gone, all of it counts to the day of its first one.
    server.clock.advance(0.25 * hourMs);
    await nextRound();
    assert.equal((await download(owner)).length, 2);
    assert.deepEqual(await figures(), [
      [3, 60, 80],
      [1, 50, 50],
      [1, 40, 40],
    ]);
    assert.deepEqual(await use(), [20, 19.97, 0.03]);
  });
});

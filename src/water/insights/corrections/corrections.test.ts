import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type RegisteredUser, registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { failureOf, wrongFields } from '../../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import {
  cutRecompute,
  endingRecompute,
  failingRecompute,
} from '../../../../test/helpers/water/broken-recompute.ts';
import { registerDevice } from '../../../../test/helpers/water/devices.ts';
import { hourMs, minuteMs } from '../../../kit/time/units.ts';
import { recomputeLedger } from '../../record/rollups/recompute-ledger.ts';
import type { Refills } from '../refills/schemas.ts';
import { addCleaning, finishCorrections, takeBack } from './correct.ts';
import type { Correction } from './schemas.ts';

describeOnBothEngines('corrections of the ledger', (engine) => {
  const server = useTestServer({ engine, env: { TOKEN_HOURS: '240' } });
  let owner: RegisteredUser;
  let stranger: RegisteredUser;
  let device: string;
  let start: number;
  const at = (hours: number) => new Date(start + hours * hourMs).toISOString();

  before(async () => {
    owner = await registerUser(server);
    stranger = await registerUser(server);
    device = (await registerDevice(server, owner.token, '02:00:00:00:00:07')).id;
    start = server.clock.now;
    for (let t = start; t <= start + 48 * hourMs; t += 10 * minuteMs) {
      server.clock.advance(t - server.clock.now);
      const water_level_percent = levelAt((t - start) / hourMs);
      const reading = { water_level_percent, volume: water_level_percent * 10 };
      const recorded_at = new Date(t).toISOString();
      const sent = { mac_address: '02:00:00:00:00:07', ...reading, recorded_at };
      const answer = await server.request('POST', '/iot_push.php', { form: sent });
      assert.equal(answer.status, 201, answer.text);
    }
  });

  /** Half a percent an hour; a rise of 20 at hour 10; emptied by 30 from hour 30 on, filled again at 32. */
  function levelAt(hours: number): number {
    const risen = hours < 10 ? 0 : Math.min(20, (hours - 10) * 40);
    const out = hours < 30 ? 0 : Math.min(30, (hours - 30) * 30);
    const back = hours < 32 ? 0 : Math.min(30, (hours - 32) * 60);
    return Math.round((60 - hours / 2 + risen - out + back) * 100) / 100;
  }

  const send = (method: string, query: string, json?: unknown, token = owner.token) =>
    server.request(method, `/api/insights.php?action=${query}`, { token, json });
  const refills = async () =>
    ((await send('GET', `refills&device_id=${device}`)).body as Refills).refills;
  const usage = async () => {
    const path = `/api/reports.php?action=usage&device_id=${device}`;
    const { body } = await server.request('GET', path, { token: owner.token });
    const { days } = body as {
      days: { consumed: number; refilled: number; unexplained: number }[];
    };
    const sum = (key: 'consumed' | 'refilled' | 'unexplained') =>
      Math.round(days.reduce((all, day) => all + day[key], 0));
    return [sum('consumed'), sum('refilled'), sum('unexplained')];
  };
  const unstopped = new AbortController().signal;
  const deps = () => ({ db: server.db, clock: () => server.clock.now });
  const finish = async () => {
    server.clock.advance(2 * minuteMs);
    await finishCorrections(deps(), unstopped);
  };
  /** Notes a cleaning whose ledger is not made by its request, and comes to when the loop makes it. */
  const interrupt = async (stretch: { from: string; until: string }) => {
    const [of] = await server.db.read
      .selectFrom('devices')
      .selectAll()
      .where('id', '=', Number(device))
      .execute();
    assert.ok(of);
    const cleaning = { device_id: device, sensor_name: 'main', ...stretch };
    const failing = { ...deps(), db: failingRecompute(server.db) };
    await assert.rejects(addCleaning(failing, of, cleaning), /out of order/);
    server.clock.advance(2 * minuteMs);
  };
  const corrections = async () => {
    const { body } = await send('GET', `corrections&device_id=${device}`);
    return (body as { corrections: Correction[] }).corrections;
  };
  const near = (found: number[], expected: number[]) => {
    for (const [place, value] of expected.entries()) {
      assert.ok(Math.abs((found[place] ?? Number.NaN) - value) <= 12, `${found}, not ${expected}`);
    }
  };

  it('deletes a refill that was none, keeps to that when it is recomputed, and takes it back', async () => {
    const before = await usage();
    const [, first] = await refills();
    assert.ok(first);
    assert.equal(
      (await send('DELETE', `delete-refill&id=${first.id}`, undefined, stranger.token)).status,
      404,
    );
    const answer = await send('DELETE', `delete-refill&id=${first.id}`);
    assert.deepEqual([answer.status, answer.body], [200, { id: first.id, deleted: true }]);
    const after = await usage();
    near(after, [before[0] ?? 0, (before[1] ?? 0) - 200, (before[2] ?? 0) + 200]);
    assert.equal((await refills()).length, 1);

    const ledgerSensor = { device_id: Number(device), sensor_no: 1, name: 'main' };
    const options = { signal: new AbortController().signal, advanced: () => {} };
    await recomputeLedger(server.db, ledgerSensor, options);
    assert.deepEqual(await usage(), after);

    assert.equal((await send('DELETE', `delete-refill&id=${first.id}`)).status, 404);
    const [noted] = await corrections();
    assert.equal(noted?.kind, 'no_refill');
    const back = `delete-correction&id=${noted.id}`;
    assert.equal((await send('DELETE', back, undefined, stranger.token)).status, 404);
    assert.deepEqual((await send('DELETE', back)).body, { id: noted.id, deleted: true });
    assert.deepEqual(await usage(), before);
    assert.equal((await refills()).length, 2);
    assert.equal((await send('DELETE', back)).status, 404);
  });

  it('counts nothing while a tank is cleaned, and the same with a late reading', async () => {
    const before = await usage();
    const stretch = { device_id: device, sensor_name: 'main', from: at(29.9), until: at(33) };
    assert.equal((await send('POST', 'cleaning', stretch, stranger.token)).status, 404);
    const { status, body } = await send('POST', 'cleaning', stretch);
    assert.equal(status, 201);
    const { id, kind, from, until } = body as Correction;
    assert.deepEqual([kind, from, until], ['cleaning', at(29.9), at(33)]);
    const after = await usage();
    near(after, [(before[0] ?? 0) - 315, (before[1] ?? 0) - 300, (before[2] ?? 0) - 15]);
    const form = { mac_address: '02:00:00:00:00:07', water_level_percent: 40, volume: 400 };
    const late = { ...form, recorded_at: at(31.05) };
    assert.equal((await server.request('POST', '/iot_push.php', { form: late })).status, 201);
    near(await usage(), after);
    assert.equal((await refills()).length, 1);
    await send('DELETE', `delete-correction&id=${id}`);
    near(await usage(), before);
  });

  it('finishes what an interrupted request left, and keeps one that is sent again once', async () => {
    const before = await usage();
    const stretch = { device_id: device, sensor_name: 'main', from: at(29.9), until: at(33) };
    // As the first transaction of a request leaves it.
    await server.db.write
      .insertInto('corrections')
      .values({
        device_id: Number(device),
        sensor_no: 1,
        kind: 'cleaning',
        begun_at: Date.parse(stretch.from),
        ended_at: Date.parse(stretch.until),
        created_at: server.clock.now,
        due_at: server.clock.now + minuteMs,
      })
      .execute();
    assert.deepEqual(await usage(), before);
    await finish();
    const after = await usage();
    near(after, [(before[0] ?? 0) - 315, (before[1] ?? 0) - 300, (before[2] ?? 0) - 15]);

    const { status, body } = await send('POST', 'cleaning', stretch);
    assert.equal(status, 201);
    const [noted, ...others] = await corrections();
    assert.deepEqual([noted, others], [body, []]);
    assert.deepEqual(await usage(), after);

    // The database fails once the correction is marked.
    const failing = failingRecompute(server.db);
    const [row] = await server.db.read.selectFrom('corrections').selectAll().execute();
    assert.ok(row);
    await assert.rejects(takeBack({ ...deps(), db: failing }, row), /out of order/);
    assert.deepEqual([await usage(), await corrections()], [after, []]);
    const again = await send('DELETE', `delete-correction&id=${row.id}`);
    assert.equal(again.status, 404);
    server.clock.advance(2 * minuteMs);
    const failed = finishCorrections({ ...deps(), db: failing }, new AbortController().signal);
    await assert.rejects(failed, AggregateError);
    assert.deepEqual(await usage(), after);
    await finish();
    assert.deepEqual(await usage(), before);
    const left = await server.db.read.selectFrom('corrections').select('id').execute();
    assert.deepEqual(left, []);
  });

  it('are left to the next round where the work is ended amid the ledger', async () => {
    const end = new AbortController();
    const before = await usage();
    await interrupt({ from: at(2), until: at(40) });
    const ending = { ...deps(), db: endingRecompute(server.db, end) };
    await finishCorrections(ending, end.signal);
    assert.deepEqual([end.signal.aborted, await usage()], [true, before]);
    await finish();
    assert.notDeepEqual(await usage(), before);
    const [noted] = await corrections();
    assert.equal((await send('DELETE', `delete-correction&id=${noted?.id}`)).status, 200);
    assert.deepEqual(await usage(), before);
  });

  it('are made to the end of the ledger where a run of them was cut off between two days', async () => {
    const end = new AbortController();
    await interrupt({ from: at(2), until: at(3) });
    await finishCorrections({ ...deps(), db: cutRecompute(server.db, end) }, end.signal);
    // As if it had followed from what the first day was before.
    await server.db.write
      .updateTable('hourly_rollups')
      .set({ consumed_level: 90, consumed_volume: 900 })
      .where('device_id', '=', Number(device))
      .where('hour', '>', start + 40 * hourMs)
      .execute();
    await finish();
    const made = await usage();
    const sensor = { device_id: Number(device), sensor_no: 1, name: 'main' };
    await recomputeLedger(server.db, sensor, { signal: unstopped, advanced: () => {} });
    assert.deepEqual(made, await usage());
    const [noted] = await corrections();
    assert.equal((await send('DELETE', `delete-correction&id=${noted?.id}`)).status, 200);
  });

  it('refuses stretches that cannot be', async () => {
    const good = { device_id: device, sensor_name: 'main', from: at(1), until: at(2) };
    const wrong = async (change: object) =>
      wrongFields(await send('POST', 'cleaning', { ...good, ...change }));
    assert.deepEqual(await wrong({ from: 'yesterday' }), ['from']);
    assert.deepEqual(await wrong({ until: at(1) }), ['until']);
    assert.deepEqual(await wrong({ until: at(49) }), ['until']);
    assert.deepEqual(await wrong({ from: at(-24 * 8) }), ['until']);
    assert.deepEqual(await wrong({ from: at(-24 * 400), until: at(-24 * 399) }), ['from']);
    assert.equal((await send('POST', 'cleaning', { ...good, sensor_name: 'nowhere' })).status, 404);
    server.clock.advance(hourMs);
    const ahead = await send('POST', 'cleaning', { ...good, from: at(48.5), until: at(48.9) });
    assert.deepEqual(failureOf(ahead), [409, 'no_reading_yet']);
    for (const [method, query] of [
      ['POST', 'cleaning'],
      ['DELETE', 'delete-refill&id=1-1-a'],
      ['GET', `corrections&device_id=${device}`],
    ] as const) {
      const { status } = await server.request(method, `/api/insights.php?action=${query}`, {
        json: method === 'POST' ? good : undefined,
      });
      assert.equal(status, 401);
    }
  });
});

import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { type DeviceAnswer, registerDevice } from '../../../test/helpers/water/devices.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../kit/time/units.ts';

type Answer = { recorded_at: string; reported_at?: string; ignored?: unknown };
type Alert = { kind: string; message: string; resolved_at: string | null };

describeOnBothEngines('readings by a wrong clock', (engine) => {
  const server = useTestServer({ engine, env: { TOKEN_HOURS: '8760' } });
  let token: string;
  let device: DeviceAnswer;
  before(async () => {
    ({ token } = await registerUser(server));
  });
  beforeEach(async () => {
    device = await registerDevice(server, token);
  });

  const iso = (at: number) => new Date(at).toISOString();
  const send = async (fields: Record<string, unknown>) => {
    const form = { mac_address: device.mac_or_serial, ...fields } as Record<
      string,
      string | number
    >;
    return await server.request('POST', '/iot_push.php', { form });
  };
  const push = async (fields: Record<string, unknown>) => {
    const { status, body, text } = await send(fields);
    assert.equal(status, 201, text);
    return body as Answer;
  };
  const alerts = async () => {
    const path = `/api/alerts.php?action=list&device_id=${device.id}`;
    return (await server.request('GET', path, { token })).body as Alert[];
  };
  const kinds = async () => (await alerts()).map(({ kind }) => kind);

  it('are set right once its lag is known: the low water is told, and so is the clock, until it is right', async () => {
    let answer: Answer | undefined;
    for (let count = 0; count < 8; count++) {
      server.clock.advance(10 * minuteMs);
      const recorded_at = iso(server.clock.now - 5 * hourMs);
      answer = await push({ water_level_percent: 12 - count / 10, recorded_at });
    }
    assert.equal(answer?.recorded_at, iso(server.clock.now));
    assert.equal(answer?.reported_at, iso(server.clock.now - 5 * hourMs));
    assert.deepEqual((await kinds()).sort(), ['clock', 'low']);
    const [clock] = (await alerts()).filter(({ kind }) => kind === 'clock');
    assert.equal(
      clock?.message,
      'The clock of the device is 5 hours behind. Its readings are set right.',
    );
    server.clock.advance(10 * minuteMs);
    answer = await push({ water_level_percent: 11, recorded_at: iso(server.clock.now) });
    assert.deepEqual([answer.recorded_at, answer.reported_at], [iso(server.clock.now), undefined]);
    const [after] = (await alerts()).filter(({ kind }) => kind === 'clock');
    assert.ok(after?.resolved_at);
  });

  it('are of now from the second day on where it begins each with the day of its firmware, and that is told', async () => {
    const built = server.clock.now - 50 * dayMs;
    const morning = async () => {
      server.clock.advance(12 * hourMs);
      const first = await push({ water_level_percent: 40, recorded_at: iso(built + 7000) });
      for (let count = 0; count < 24; count++) {
        server.clock.advance(10 * minuteMs);
        await push({ water_level_percent: 60 - count, recorded_at: iso(server.clock.now) });
      }
      return Date.parse(first.recorded_at);
    };
    await push({ water_level_percent: 60, recorded_at: iso(server.clock.now) });
    assert.equal(await morning(), built + 7000);
    assert.deepEqual(await kinds(), []);
    const second = server.clock.now + 12 * hourMs;
    assert.equal(await morning(), second);
    assert.deepEqual(await kinds(), ['clock']);
  });

  it('are of no clock any more a day after the last one: the alert ends', async () => {
    for (let count = 0; count < 8; count++) {
      server.clock.advance(10 * minuteMs);
      await push({ water_level_percent: 50, recorded_at: iso(server.clock.now - 5 * hourMs) });
    }
    const open = async () => (await alerts()).filter(({ resolved_at }) => resolved_at === null);
    assert.deepEqual(
      (await open()).map(({ kind }) => kind),
      ['clock'],
    );
    server.clock.advance(10 * minuteMs);
    await push({ water_level_percent: 50 });
    assert.equal((await open()).length, 1);
    for (let count = 0; count < 25; count++) {
      server.clock.advance(hourMs);
      await push({ water_level_percent: 50 - count / 10 });
    }
    assert.deepEqual(
      (await open()).map(({ kind }) => kind),
      [],
    );
  });

  it('are followed where it loses 5 % of the time: the low water of an hourly board is told, and so is the clock', async () => {
    const begun = server.clock.now;
    for (let count = 0; count < 48; count++) {
      server.clock.advance(hourMs);
      const lost = Math.round((server.clock.now - begun) / 20);
      const level = Math.max(12, 60 - 2 * count);
      const recorded_at = iso(server.clock.now - lost);
      const answer = await push({ water_level_percent: level, recorded_at });
      const off = server.clock.now - Date.parse(answer.recorded_at);
      assert.ok(count < 6 || off < 10 * minuteMs, `${count}: ${off} ms`);
    }
    assert.deepEqual((await kinds()).sort(), ['clock', 'low']);
    const [clock] = (await alerts()).filter(({ kind }) => kind === 'clock');
    assert.match(clock?.message ?? '', /behind/);
  });

  it('are refused by a clock that is ahead, until its lead is known: then they are set right, and low water is told', async () => {
    const answers = [];
    for (let count = 0; count < 6; count++) {
      server.clock.advance(10 * minuteMs);
      const recorded_at = iso(server.clock.now + 3 * hourMs);
      answers.push(await send({ water_level_percent: 12 - count / 10, recorded_at }));
    }
    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 400, 201, 201, 201, 201],
    );
    assert.match(answers[0]?.text ?? '', /recorded_at/);
    const last = answers.at(-1)?.body as Answer;
    assert.equal(last.recorded_at, iso(server.clock.now));
    assert.equal(last.reported_at, iso(server.clock.now + 3 * hourMs));
    assert.deepEqual((await kinds()).sort(), ['clock', 'low']);
    const [clock] = (await alerts()).filter(({ kind }) => kind === 'clock');
    assert.match(clock?.message ?? '', /3 hours ahead/);

    // What it keeps while it is away is dated by the same lead, in one request as well.
    const readings = [90, 60, 30, 0].map((minutes, index) => ({
      water_level_percent: 20 + index,
      recorded_at: iso(server.clock.now + 2 * hourMs + 3 * hourMs - minutes * minuteMs),
    }));
    server.clock.advance(2 * hourMs);
    const json = { mac_address: device.mac_or_serial, readings };
    const batch = await server.request('POST', '/iot_push_batch.php', { json });
    assert.equal((batch.body as { stored: number }).stored, 4, batch.text);
    const path = `/api/sensors.php?action=history&device_id=${device.id}&hours=2`;
    const history = (await server.request('GET', path, { token })).body as Answer[];
    assert.deepEqual(
      history.slice(-4).map(({ recorded_at }) => recorded_at),
      [90, 60, 30, 0].map((minutes) => iso(server.clock.now - minutes * minuteMs)),
    );
  });

  it('from the future are refused where nothing says that the clock is ahead', async () => {
    for (const ahead of [6 * minuteMs, hourMs, 3 * hourMs, 14 * hourMs, dayMs]) {
      const recorded_at = iso(server.clock.now + ahead);
      assert.equal((await send({ water_level_percent: 50, recorded_at })).status, 400);
      server.clock.advance(10 * minuteMs);
    }
    const path = `/api/sensors.php?action=latest&device_id=${device.id}`;
    assert.deepEqual((await server.request('GET', path, { token })).body, []);
  });

  it('are of when they come where it stands still, and that is told', async () => {
    const recorded_at = iso(server.clock.now);
    let answer: Answer | undefined;
    for (let count = 0; count < 6; count++) {
      answer = await push({ water_level_percent: 60 - count, recorded_at });
      server.clock.advance(5 * minuteMs);
    }
    assert.equal(answer?.recorded_at, iso(server.clock.now - 5 * minuteMs));
    assert.deepEqual(await kinds(), ['clock']);
  });

  it('are of when they come where it starts again at each wake: low water is told, and so is the clock', async () => {
    const made = server.clock.now - 40 * dayMs;
    let answer: Answer | undefined;
    for (const [index, awake] of [3, 5, 4, 8, 3, 6, 4, 5].entries()) {
      server.clock.advance(15 * minuteMs);
      const recorded_at = iso(made + awake * secondMs);
      answer = await push({ water_level_percent: 12 - index / 10, recorded_at });
    }
    assert.equal(answer?.ignored, undefined);
    assert.equal(answer?.recorded_at, iso(server.clock.now));
    assert.deepEqual((await kinds()).sort(), ['clock', 'low']);
  });

  it('are none where the device says how old they are, or sends what it has kept', async () => {
    for (let count = 0; count < 8; count++) {
      server.clock.advance(10 * minuteMs);
      const answer = await push({ water_level_percent: 60, age_s: 7200 });
      assert.equal(answer.recorded_at, iso(server.clock.now - 2 * hourMs));
    }
    server.clock.advance(3 * hourMs);
    for (let count = 17; count >= 0; count--) {
      const recorded_at = iso(server.clock.now - count * 10 * minuteMs);
      assert.equal((await push({ water_level_percent: 60, recorded_at })).recorded_at, recorded_at);
      server.clock.advance(1000);
    }
    assert.deepEqual(await kinds(), []);
  });

  it('are none where several sensors say the instant of one cycle, and say it again', async () => {
    const said: string[] = [];
    for (let cycle = 0; cycle < 3; cycle++) {
      const recorded_at = iso(server.clock.now);
      said.push(recorded_at);
      for (const level of [60, 50, 40, 80, 60, 50, 40, 80]) {
        const water_level_percent = level - cycle;
        const answer = await push({
          water_level_percent,
          sensor_name: `tank ${level}`,
          recorded_at,
        });
        assert.equal(answer.recorded_at, recorded_at);
        server.clock.advance(20 * secondMs);
      }
      server.clock.advance(5 * minuteMs);
    }
    assert.deepEqual(await kinds(), []);
    const path = `/api/sensors.php?action=history&device_id=${device.id}&hours=2`;
    const history = (await server.request('GET', path, { token })).body as Answer[];
    assert.deepEqual(
      history.map(({ recorded_at }) => recorded_at).sort(),
      said.flatMap((at) => [at, at, at, at]),
    );
  });
});

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import { allowSilence, registerDevice } from '../../../test/helpers/water/devices.ts';
import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';
import { createOfflineLoop } from './offline-loop.ts';

const roundMs = 2 * minuteMs;

type Alert = { kind: string; resolved_at: string | null };

describeOnBothEngines('a board that calls seldom', (engine) => {
  const env = { TOKEN_HOURS: '8760' };
  const server = useTestServer({ engine, env, timers: createTestTimers() });
  let token: string;
  before(async () => {
    ({ token } = await registerUser(server));
  });

  const newBoard = async () => {
    const { id, mac_or_serial } = await registerDevice(server, token);
    const round = createOfflineLoop({
      db: server.db,
      clock: () => server.clock.now,
      clockWatch: { sinceJump: () => Number.POSITIVE_INFINITY },
      timers: { now: () => server.clock.now },
      onlineMs: 15 * minuteMs,
      publisher: { alertsChanged: () => {}, wentOffline: () => {} },
    });
    return {
      push: async (fields: Record<string, string> = {}) => {
        const form = { mac_address: mac_or_serial, water_level_percent: 60, ...fields };
        assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
      },
      /** Lets time pass with a round every two minutes. */
      pass: async (ms: number) => {
        for (let left = ms; left > 0; left -= roundMs) {
          server.clock.advance(roundMs);
          await round(new AbortController().signal);
        }
      },
      allow: (minutes: number) => allowSilence(server, token, [{ id }], minutes),
      alerts: async () => {
        const path = `/api/alerts.php?action=list&device_id=${id}`;
        const alerts = (await server.request('GET', path, { token })).body as Alert[];
        return alerts.map(({ kind, resolved_at }) => [kind, resolved_at !== null]);
      },
    };
  };

  it('is silent in no gap of its own, and offline 30 hours after the last of its daily calls', async () => {
    const board = await newBoard();
    for (let day = 0; day < 2; day++) {
      await board.push();
      await board.pass(dayMs);
    }
    await board.push();
    await board.pass(30 * hourMs - roundMs);
    assert.deepEqual(await board.alerts(), []);
    await board.pass(roundMs);
    assert.deepEqual(await board.alerts(), [['offline', false]]);
    await board.push();
    await board.pass(roundMs);
    assert.deepEqual(await board.alerts(), [['offline', true]]);
  });

  it('is not offline in its first hours where it calls hourly, and three hours after its last call', async () => {
    const board = await newBoard();
    for (let hour = 0; hour < 8; hour++) {
      await board.push();
      await board.pass(hourMs);
      assert.deepEqual(await board.alerts(), [], `hour ${hour}`);
    }
    await board.pass(2 * hourMs - roundMs);
    assert.deepEqual(await board.alerts(), []);
    await board.pass(roundMs);
    assert.deepEqual(await board.alerts(), [['offline', false]]);
  });

  const offline = async (board: Awaited<ReturnType<typeof newBoard>>) =>
    (await board.alerts()).filter(([kind]) => kind === 'offline');

  it('or is new is told within three of its gaps, and a quarter of an hour, while its pump runs', async () => {
    const courses = [
      { pushes: 6, everyMs: 2 * minuteMs, toldMs: 16 * minuteMs },
      { pushes: 2, everyMs: 30 * minuteMs, toldMs: 90 * minuteMs },
    ];
    for (const { pushes, everyMs, toldMs } of courses) {
      const [running, off] = [await newBoard(), await newBoard()];
      for (let push = 0; push < pushes; push++) {
        if (push > 0) await running.pass(everyMs);
        await running.push({ pump_status: 'on' });
        await off.push({ pump_status: 'off' });
      }
      await running.pass(toldMs - roundMs);
      assert.deepEqual(await offline(running), []);
      await running.pass(roundMs);
      assert.deepEqual(await offline(running), [['offline', false]]);
      assert.deepEqual(await offline(off), []);
      await running.push({ pump_status: 'on' });
      await running.pass(roundMs);
      assert.deepEqual(await offline(running), [['offline', true]]);
    }
  });

  const isOffline = async (board: Awaited<ReturnType<typeof newBoard>>) =>
    (await offline(board)).some(([, isOver]) => !isOver);

  it('is dark at night is told within half an hour while its pump runs', async () => {
    const board = await newBoard();
    const beAwake = async (hours: number, pump_status = 'off') => {
      for (let ms = 0; ms < hours * hourMs; ms += 10 * minuteMs) {
        await board.push({ pump_status });
        await board.pass(10 * minuteMs);
        assert.equal(await isOffline(board), false);
      }
    };
    for (let day = 0; day < 3; day++) {
      await beAwake(12);
      await board.pass(12 * hourMs);
    }
    await beAwake(4);
    await beAwake(1, 'on');
    await board.pass(18 * minuteMs);
    assert.equal(await isOffline(board), false);
    await board.pass(2 * roundMs);
    assert.equal(await isOffline(board), true);
    await beAwake(7);
    await board.pass(11 * hourMs);
    assert.equal(await isOffline(board), false);
  });

  it('sleeps half an hour after each quarter of one is told in no sleep while its pump runs', async () => {
    const board = await newBoard();
    const beAwake = async (pump_status: string) => {
      for (let minute = 0; minute < 16; minute += 4) {
        await board.push({ pump_status });
        await board.pass(4 * minuteMs);
      }
    };
    for (let sleeps = 0; sleeps < 40; sleeps++) {
      await beAwake(sleeps < 4 ? 'off' : 'on');
      await board.pass(30 * minuteMs);
      assert.equal(await isOffline(board), false, `sleep ${sleeps}`);
    }
  });

  it('sends as its level moves is told in no quiet time of its days while its pump runs, as far as it says', async () => {
    const board = await newBoard();
    for (let day = 0; day < 5; day++) {
      for (const minutes of [10, 20, 150, 30, 10, 120, 200, 40, 20, 120]) {
        await board.push({ pump_status: day < 3 ? 'off' : 'on' });
        await board.pass(minutes * minuteMs);
        assert.ok(day < 3 || !(await isOffline(board)), `${day} ${minutes}`);
      }
      for (let count = 0; count < 2; count++) await board.push({ pump_status: 'off' });
      await board.pass(12 * hourMs);
    }
  });

  it('is not told in its gaps while its pump runs, nor where its people allow it a longer silence', async () => {
    const [hourly, allowed] = [await newBoard(), await newBoard()];
    await allowed.allow(24 * 60);
    for (let hour = 0; hour < 5; hour++) {
      await hourly.push({ pump_status: 'on' });
      if (hour < 2) await allowed.push({ pump_status: 'on' });
      await hourly.pass(hourMs);
      assert.deepEqual(await offline(hourly), [], `hour ${hour}`);
    }
    await hourly.pass(10 * hourMs);
    assert.deepEqual(await offline(hourly), [['offline', false]]);
    assert.deepEqual(await offline(allowed), []);
  });
});

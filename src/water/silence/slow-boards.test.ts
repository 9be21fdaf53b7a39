import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
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
      push: async () => {
        const form = { mac_address: mac_or_serial, water_level_percent: 60 };
        assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
      },
      /** Lets time pass with a round every two minutes. */
      pass: async (ms: number) => {
        for (let left = ms; left > 0; left -= roundMs) {
          server.clock.advance(roundMs);
          await round(new AbortController().signal);
        }
      },
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
});

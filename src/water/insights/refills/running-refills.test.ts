import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { nextPage } from '../../../../test/helpers/http/answers.ts';
import {
  type Answer,
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../../test/helpers/water/devices.ts';
import { hourMs, minuteMs } from '../../../kit/time/units.ts';
import type { Refills } from './schemas.ts';

describeOnBothEngines('refills that are running', (engine) => {
  const server = useTestServer({ engine });

  it('are on some page each, once, where two sensors are filled at a time', async () => {
    const { token } = await registerUser(server);
    const { id: device_id } = await registerDevice(server, token);
    const start = server.clock.now - 5 * hourMs;
    for (let at = start; at <= server.clock.now; at += 10 * minuteMs) {
      const recorded_at = new Date(at).toISOString();
      for (const [sensor_name, hoursFilled] of [
        ['roof', 2],
        ['yard', 1],
      ] as const) {
        const filledFor = Math.max(0, at - (server.clock.now - hoursFilled * hourMs));
        const level = 30 + (filledFor / minuteMs) * 0.3;
        const json = { device_id, sensor_name, recorded_at, level, volume: level * 100 };
        const path = '/api/sensors.php?action=reading';
        const answer = await server.request('POST', path, { token, json });
        assert.equal(answer.status, 201, answer.text);
      }
    }
    const told: [string, boolean][] = [];
    let path: string | undefined =
      `/api/insights.php?action=refills&device_id=${device_id}&period=7d&limit=1`;
    while (path !== undefined) {
      const answer: Answer = await server.request('GET', path, { token });
      const { refills } = answer.body as Refills;
      told.push(...refills.map((each): [string, boolean] => [each.sensor_name, !each.ended_at]));
      path = nextPage(answer);
    }
    assert.deepEqual(told, [
      ['yard', true],
      ['roof', true],
    ]);
  });
});

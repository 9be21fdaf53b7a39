import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../../test/helpers/server/test-timers.ts';
import { until } from '../../../../test/helpers/until.ts';
import { randomMac, registerDevice } from '../../../../test/helpers/water/devices.ts';
import { hourMs } from '../../../kit/time/units.ts';
import { holdDevice } from '../../devices/hold-device.ts';

/** One more than those that are made and those that wait. */
const tooMany = 1 + 32 + 1;

describeOnBothEngines('corrections that are asked for at once', (engine) => {
  const server = useTestServer({
    engine,
    timers: createTestTimers(),
    env: { LONG_READS_PER_ACCOUNT: '1' },
  });

  it('are made one after the other, and refused with a time to come back beyond those that wait', async () => {
    const { token } = await registerUser(server);
    const mac_address = randomMac();
    const { id } = await registerDevice(server, token, mac_address);
    const start = server.clock.now;
    for (let hours = 0; hours <= 3; hours += 1) {
      server.clock.advance(start + hours * hourMs - server.clock.now);
      const form = { mac_address, water_level_percent: 60 - hours };
      assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
    }
    const [from, end] = [start, start + hourMs].map((at) => new Date(at).toISOString());
    const json = { device_id: id, sensor_name: 'main', from, until: end };
    const clean = () =>
      server.request('POST', '/api/insights.php?action=cleaning', { token, json });
    const refused: { status: number; headers: Headers }[] = [];

    const held = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const hold = server.db.transaction(async (trx) => {
      await holdDevice(trx, Number(id));
      holding.resolve();
      await held.promise;
    });
    await holding.promise;
    const asked = Array.from({ length: tooMany }, async () => {
      const answer = await clean();
      if (answer.status === 503) refused.push(answer);
      return answer.status;
    });
    await until(() => refused.length > 0);
    held.resolve();
    await hold;
    const statuses = await Promise.all(asked);
    assert.deepEqual(
      statuses.toSorted(),
      Array.from({ length: tooMany }, (_, place) => (place < tooMany - 1 ? 201 : 503)),
    );
    // Spread, so that those who were refused do not come back together.
    assert.ok(Number(refused[0]?.headers.get('retry-after')) >= 2);
    assert.equal(await clean().then(({ status }) => status), 201);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../../test/helpers/water/devices.ts';
import { pushKept } from '../../../../test/helpers/water/push-kept.ts';
import { hourMs, minuteMs } from '../../../kit/time/units.ts';
import type { Refills } from '../refills/schemas.ts';

const many = (count: number, level: number) => Array<number>(count).fill(level);

describeOnBothEngines('a refill behind a silence', (engine) => {
  const server = useTestServer({ engine, env: { TOKEN_HOURS: '240' } });

  it('that began while the tank was being filled has a beginning, and can be deleted', async () => {
    const { token } = await registerUser(server);
    const { id, mac_or_serial } = await registerDevice(server, token);
    const start = server.clock.now;
    const rising = [...many(30, 20), ...Array.from({ length: 15 }, (_, index) => 21 + index)];
    const every = 10 * minuteMs;
    const back = start + rising.length * every + 6 * hourMs;
    const kept = [
      ...rising.map((level, index) => ({ at: start + index * every, water_level_percent: level })),
      ...many(24, 80).map((level, index) => ({
        at: back + index * every,
        water_level_percent: level,
      })),
    ];
    server.clock.advance(back + 24 * every - start);
    await pushKept(server, mac_or_serial, kept);

    const call = (method: string, query: string) =>
      server.request(method, `/api/insights.php?action=${query}`, { token });
    const refills = async () => {
      const { body, text } = await call('GET', `refills&device_id=${id}`);
      return (body as Refills).refills ?? assert.fail(text);
    };
    const [last, first, ...others] = await refills();
    assert.ok(last && first && others.length === 0, `${others.length} others`);
    assert.ok(Date.parse(last.began_at) < Date.parse(last.ended_at ?? ''));
    assert.ok(Date.parse(last.began_at) >= Date.parse(first.ended_at ?? ''));
    assert.ok(Date.parse(last.ended_at ?? '') >= back);

    const { status, text } = await call('DELETE', `delete-refill&id=${last.id}`);
    assert.equal(status, 200, text);
    assert.deepEqual(
      (await refills()).map(({ began_at }) => began_at),
      [first.began_at],
    );
  });
});

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type RegisteredUser, registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../../test/helpers/water/devices.ts';
import { pushKept } from '../../../../test/helpers/water/push-kept.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import { createRandom, gaussian } from '../../../simulator/random.ts';

type Usage = {
  days: {
    consumed: number;
    consumed_low: number;
    consumed_high: number;
    estimated_share: number;
  }[];
  cannot_be_known: unknown[];
};

describeOnBothEngines('use that a level does not tell', (engine) => {
  const server = useTestServer({ engine });
  let owner: RegisteredUser;
  before(async () => {
    owner = await registerUser(server);
  });

  const random = createRandom(7, 'unknowable');
  /** Levels of a tank by the hours that have passed. */
  const kinds: Record<string, (hours: number) => number> = {
    // A float valve: from morning to evening dips of 3 %, each made good within two hours.
    valve: (hours) => {
      const isDay = hours % 24 >= 6 && hours % 24 < 20;
      const dip = isDay ? 3 * Math.max(0, Math.sin((hours * Math.PI) / 2)) : 0;
      return 96 - dip + 0.1 * gaussian(random);
    },
    // Three float switches.
    switches: (hours) => [90, 60, 30][Math.floor(hours / 9) % 3] as number,
    // An idle full tank, and one in use that a pump fills each day.
    idle: () => 95 + 0.1 * gaussian(random),
    used: (hours) => 95 - ((hours * 1.5) % 36) + 0.1 * gaussian(random),
  };

  async function usageOf(kind: string): Promise<Usage> {
    const mac = `02:00:00:00:01:0${Object.keys(kinds).indexOf(kind)}`;
    const { id } = await registerDevice(server, owner.token, mac);
    const end = server.clock.now;
    const readings = Array.from({ length: 4 * 144 }, (_, index) => {
      const level = Math.max(0, Math.min(100, (kinds[kind] as (h: number) => number)(index / 6)));
      const at = end - (4 * 144 - index) * 10 * minuteMs;
      return { at, water_level_percent: Math.round(level * 10) / 10 };
    });
    await pushKept(server, mac, readings);
    const path = `/api/reports.php?action=usage&device_id=${id}`;
    return (await server.request('GET', path, { token: owner.token })).body as Usage;
  }

  it('is said of a float valve, with a range as wide as the tank', async () => {
    const { cannot_be_known, days } = await usageOf('valve');
    assert.deepEqual(cannot_be_known, [{ sensor_name: 'main', reason: 'kept_full' }]);
    for (const { consumed, consumed_high, estimated_share } of days) {
      assert.ok(consumed_high >= consumed + 100);
      assert.equal(estimated_share, 1);
    }
  });

  it('is said of float switches, with a range as wide as their steps', async () => {
    const { cannot_be_known, days } = await usageOf('switches');
    assert.deepEqual(cannot_be_known, [{ sensor_name: 'main', reason: 'few_levels' }]);
    for (const { consumed, consumed_high } of days) assert.ok(consumed_high >= consumed + 30);
  });

  it('is said neither of an idle tank nor of one in use', async () => {
    for (const kind of ['idle', 'used']) {
      const { cannot_be_known, days } = await usageOf(kind);
      assert.deepEqual(cannot_be_known, [], kind);
      for (const { estimated_share } of days) assert.ok(estimated_share < 1);
    }
  });
});

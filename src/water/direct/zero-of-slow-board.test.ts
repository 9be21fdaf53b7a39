import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { usePumpDesk } from '../../../test/helpers/water/pump-desk.ts';
import { hourMs } from '../../kit/time/units.ts';

describeOnBothEngines('a device that sends once an hour', (engine) => {
  const { desk, advance, push, configure, obey } = usePumpDesk(engine);

  /** A pump that is steered between 15 and 85 %, at a tank that stands at 25 %. */
  async function restingAt25() {
    await desk.newDevice();
    await configure({ pump_max_minutes: 240 });
    await desk.send({ command: 'auto', turn_on_below: 15, turn_off_above: 85 });
    for (let index = 0; index < 40; index += 1) await say(25 + 0.1 * (index % 3));
  }
  const say = async (level: number) => {
    advance(hourMs);
    await push(level);
    return await obey();
  };
  const kinds = async () => {
    const { body } = await desk.call('GET', `/api/alerts?device_id=${desk.device.id}`);
    return (body as { kind: string }[]).map(({ kind }) => kind);
  };
  const used = async () => {
    const { body } = await desk.call(
      'GET',
      `/api/reports.php?action=usage&device_id=${desk.device.id}&start_date=2020-01-01`,
    );
    const { days } = body as { days: { consumed: number; refilled: number }[] };
    const sum = (of: 'consumed' | 'refilled') => days.reduce((all, day) => all + day[of], 0);
    return { consumed: sum('consumed'), refilled: sum('refilled') };
  };

  it('and says 0 once tells no empty tank, switches no pump on, and used nothing', async () => {
    await restingAt25();
    const commands = [];
    for (const level of [0, 25, 25.1, 0, 25, 25]) commands.push(...(await say(level)));
    assert.deepEqual([commands, await kinds()], [[], []]);
    const { consumed, refilled } = await used();
    assert.ok(consumed < 5 && refilled < 5, `${consumed} used, ${refilled} refilled`);
  });

  it('and says 0 twice is told of as empty, its pump is switched on, and the water was used', async () => {
    await restingAt25();
    assert.deepEqual([await say(0), await kinds()], [[], []]);
    assert.deepEqual(await say(0), ['on']);
    assert.ok((await kinds()).includes('low'));
    const { consumed } = await used();
    assert.ok(Math.abs(consumed - 250) < 25, `${consumed} of 250 litres used`);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { usePumpDesk } from '../../../test/helpers/water/pump-desk.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';

describeOnBothEngines('a device that is heard again', (engine) => {
  const { desk, advance, push, obey } = usePumpDesk(engine);

  /** A pump that is steered between 30 and 85 %, at a tank of 80 %, whose board then is silent. */
  async function silentAt80(readings: number) {
    await desk.newDevice();
    await desk.send({ command: 'auto', turn_on_below: 30, turn_off_above: 85 });
    for (let index = 0; index < readings; index += 1) {
      await push(80 + 0.1 * (index % 3));
      await obey();
      advance(10 * minuteMs);
    }
    advance(4 * hourMs);
  }
  const say = async (level: number) => {
    await push(level);
    const commands = await obey();
    advance(10 * minuteMs);
    return commands;
  };
  const kinds = async () => {
    const { body } = await desk.call('GET', `/api/alerts?device_id=${desk.device.id}`);
    return (body as { kind: string }[]).map(({ kind }) => kind);
  };

  it('says 0 before it measures: nobody is told of an empty tank, and its pump stays off', async () => {
    for (const readings of [6, 40]) {
      await silentAt80(readings);
      const commands = [];
      for (const level of [0, 80, 80, 80]) commands.push(...(await say(level)));
      assert.ok(!commands.includes('on'), `after ${readings} readings`);
      assert.ok(!(await kinds()).includes('low'), `after ${readings} readings`);
    }
  });

  it('and has been emptied is told of with its second reading, and its pump switched on', async () => {
    for (const readings of [6, 40]) {
      await silentAt80(readings);
      assert.deepEqual(await say(0), []);
      assert.ok(!(await kinds()).includes('low'));
      assert.deepEqual(await say(0), ['on'], `after ${readings} readings`);
      assert.ok((await kinds()).includes('low'), `after ${readings} readings`);
    }
  });
});

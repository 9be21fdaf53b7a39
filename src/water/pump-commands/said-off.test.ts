import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { usePumpDesk } from '../../../test/helpers/water/pump-desk.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';

describeOnBothEngines('a board that says off though it was told on', (engine) => {
  const { desk, advance, push, obey, look, configure } = usePumpDesk(engine);

  /** Pushes every five minutes what the board says of its pump, and a level that rises. */
  const say = async (level: number, ...words: ('on' | 'off')[]) => {
    for (const [index, pump_status] of words.entries()) {
      advance(5 * minuteMs);
      await push(level + 1.5 * index, { pump_status });
    }
  };
  /** The owner switches the pump on for an hour at most, and the board says so. */
  const startRun = async () => {
    await desk.newDevice();
    await configure({ pump_max_minutes: 60 });
    await push(50, { pump_status: 'off' });
    await desk.send({ command: 'on' });
    await obey();
    await say(50, 'on');
  };

  it('and then on is in the same run, which ends at the high threshold', async () => {
    await startRun();
    await say(60, 'off', 'off', 'on');
    assert.deepEqual(await obey(), []);
    for (const level of [69, 78, 87, 92]) await say(level, 'on');
    assert.deepEqual(await obey(), ['off']);
  });

  it('and then on is in the same run, which ends with the time of the first', async () => {
    await startRun();
    await say(60, 'off', 'off', 'on');
    advance(35 * minuteMs - 1);
    await look();
    assert.deepEqual(await obey(), []);
    advance(1);
    await look();
    assert.deepEqual(await obey(), ['off']);
  });

  it('and then on after that time was told off at its end, and is told so once', async () => {
    await startRun();
    await say(52, 'on', 'on', 'on', 'on', 'on', 'on', 'on', 'on', 'off', 'off', 'off', 'on');
    await look();
    assert.deepEqual(await obey(), ['off']);
    await say(60, 'off', 'off');
    advance(hourMs);
    await look();
    assert.deepEqual(await obey(), []);
  });

  it('and on hours later is switched by hand, and left alone', async () => {
    await startRun();
    await say(60, 'off', 'off');
    advance(hourMs);
    await look();
    assert.deepEqual(await obey(), ['off']);
    await say(60, 'off', 'on');
    advance(2 * hourMs);
    await look();
    await say(93, 'on', 'on');
    assert.deepEqual(await obey(), []);
  });

  it('is given the on again where the first answer with it may be lost', async () => {
    await desk.newDevice();
    await push(50, { pump_status: 'off' });
    await desk.send({ command: 'on' });
    await desk.poll();
    advance(3 * minuteMs);
    await push(50, { pump_status: 'off' });
    advance(minuteMs);
    await push(50, { pump_status: 'off' });
    assert.deepEqual(await obey(), ['on']);
  });

  it('is not given it again once it has said that it runs', async () => {
    await desk.newDevice();
    await push(50, { pump_status: 'off' });
    await desk.send({ command: 'on' });
    await desk.poll();
    for (const pump_status of ['on', 'off', 'off']) {
      advance(2 * minuteMs);
      await push(50, { pump_status });
    }
    assert.deepEqual(await obey(), []);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { usePumpDesk } from '../../../test/helpers/water/pump-desk.ts';
import { minuteMs } from '../../kit/time/units.ts';

describeOnBothEngines('the usual interval of a board', (engine) => {
  const { desk, advance, obey, push, configure } = usePumpDesk(engine);

  /** Six hours of a tank that is read once an hour, and its pump may run for an hour. */
  const live = async (each5Minutes: () => Promise<void>) => {
    await desk.newDevice();
    await configure({ sensor_name: 'roof', pump_max_minutes: 60 });
    for (let minutes = 0; minutes < 6 * 60; minutes += 5) {
      await each5Minutes();
      if (minutes % 60 === 0) await push(50, { sensor_name: 'roof' });
      advance(5 * minuteMs);
    }
    await desk.send({ sensor_name: 'roof', command: 'auto' });
    await obey();
    await push(10, { sensor_name: 'roof' });
    return await obey();
  };

  it('is that of its busiest sensor, also where a seldom one is steered', async () => {
    const pushSump = async () => void (await push(70, { sensor_name: 'sump' }));
    assert.deepEqual(await live(pushSump), ['on']);
  });

  it('is too long where it calls once an hour', async () => {
    assert.deepEqual(await live(async () => {}), []);
  });
});

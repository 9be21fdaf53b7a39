import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { usePumpDesk } from '../../../test/helpers/water/pump-desk.ts';
import { minuteMs } from '../../kit/time/units.ts';

type Alert = { kind: string; severity: string; resolved_at: string | null };

describeOnBothEngines('a pump in whose run the current goes', (engine) => {
  const { desk, advance, push, obey } = usePumpDesk(engine);

  const dryRuns = async () => {
    const { body } = await desk.call('GET', `/api/alerts?device_id=${desk.device.id}`);
    return (body as Alert[])
      .filter(({ kind }) => kind === 'dry_run')
      .map(({ resolved_at }) => (resolved_at ? 'over' : 'open'));
  };
  type Stretch = { every?: number; times: number; from: number; perHour: number };
  /** Pushes at equal intervals, in minutes, what the pump does and a level that moves. */
  const pass = async (pump_status: 'on' | 'off', { every = 5, times, from, perHour }: Stretch) => {
    for (let count = 1; count <= times; count += 1) {
      advance(every * minuteMs);
      // A sensor that says the same for long may repeat itself, and is given more time.
      const tremble = (count % 2) / 10;
      await push(from + (perHour * count * every) / 60 + tremble, { pump_status });
    }
  };
  /** A pump that is switched by hand has brought 25 percent when the current goes. */
  const runByHand = async (every = 5) => {
    await desk.newDevice();
    await pass('off', { every, times: 6, from: 20, perHour: 0 });
    await pass('on', { every, times: 60 / every, from: 20, perHour: 25 });
  };
  const startBySteering = async () => {
    const every = 1;
    await desk.newDevice();
    await pass('off', { every, times: 90, from: 35, perHour: 0 });
    await desk.send({ command: 'auto', turn_on_below: 40, turn_off_above: 80 });
    await pass('off', { every, times: 1, from: 35, perHour: 0 });
    assert.deepEqual(await obey(), ['auto', 'on']);
    await pass('on', { every, times: 1, from: 35, perHour: 0 });
  };

  it('is not told to bring no water when that is back', async () => {
    for (const [level, perHour] of [
      [44, 25],
      [30, 12],
    ] as const) {
      await runByHand();
      advance(85 * minuteMs);
      await pass('on', { times: 24, from: level, perHour });
      assert.deepEqual(await dryRuns(), [], `${level}`);
    }
  });

  it('is told to bring none where it brings none from then on', async () => {
    await runByHand();
    advance(85 * minuteMs);
    await pass('on', { times: 24, from: 44, perHour: -2 });
    assert.deepEqual(await dryRuns(), ['open']);
  });

  it('is not latched where the server switched it on just before, but where it brings nothing', async () => {
    await startBySteering();
    advance(22 * minuteMs);
    await pass('on', { every: 1, times: 12, from: 34, perHour: 20 });
    assert.deepEqual(await dryRuns(), []);
    await startBySteering();
    advance(22 * minuteMs);
    await pass('on', { every: 1, times: 20, from: 34, perHour: -3 });
    assert.deepEqual(await dryRuns(), ['open']);
  });

  it('is told to bring none where its board sends each hour', async () => {
    await runByHand(60);
    await pass('on', { every: 60, times: 6, from: 45, perHour: -1 });
    assert.deepEqual(await dryRuns(), ['open']);
  });

  it('is told to bring none where its new board sent its first readings thick, and then one each half hour', async () => {
    await desk.newDevice();
    await push(35, { pump_status: 'off' });
    await desk.send({ command: 'auto', turn_on_below: 40, turn_off_above: 80 });
    advance(30 * minuteMs);
    await push(35, { pump_status: 'off' });
    assert.deepEqual(await obey(), ['auto', 'on']);
    advance(35_000);
    await push(35, { pump_status: 'on' });
    await pass('on', { every: 30, times: 2, from: 35, perHour: -1 });
    assert.deepEqual(await dryRuns(), ['open']);
  });

  it('is told of no more once the level rises again in the same run', async () => {
    await runByHand();
    await pass('on', { times: 30, from: 45, perHour: 0 });
    assert.deepEqual(await dryRuns(), ['open']);
    await pass('on', { times: 12, from: 45, perHour: 20 });
    assert.deepEqual(await dryRuns(), ['over']);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { pumpsPath, usePumpDesk } from '../../../../test/helpers/water/pump-desk.ts';
import { hourMs, minuteMs } from '../../../kit/time/units.ts';

type Alert = { kind: string; sensor_name: string | null; resolved_at: string | null };

describeOnBothEngines(
  'a board whose one pump fills its roof tank from its ground tank',
  (engine) => {
    const { desk, advance, push, configure, obey, keep } = usePumpDesk(engine);

    const newBoard = async () => {
      await desk.newDevice();
      await configure({ sensor_name: 'ground' });
      await configure({ sensor_name: 'roof' });
    };
    const fillRoof = () =>
      configure({
        sensor_name: 'roof',
        fills_from: { device_id: desk.device.id, sensor_name: 'ground' },
      });
    /** Two hours of readings of both tanks, which both say what the pump does. */
    const pass = async (pump_status: 'on' | 'off', roofPerReading: number) => {
      for (let count = 0; count < 24; count += 1) {
        advance(5 * minuteMs);
        const ground = 80 - (pump_status === 'on' ? 1.5 * count : 0);
        await push(ground, { sensor_name: 'ground', pump_status });
        await push(40 + roofPerReading * count, { sensor_name: 'roof', pump_status });
      }
    };
    const dryRuns = async () => {
      const { body } = await desk.call('GET', `/api/alerts?device_id=${desk.device.id}`);
      return (body as Alert[])
        .filter(({ kind }) => kind === 'dry_run')
        .map(({ sensor_name, resolved_at }) => `${sensor_name} ${resolved_at ? 'over' : 'open'}`);
    };

    it('brings no water to the roof tank alone where it runs dry', async () => {
      await newBoard();
      await fillRoof();
      await pass('off', 0);
      await pass('on', 1.5);
      assert.deepEqual(await dryRuns(), []);
      await pass('off', 0);
      await pass('on', 0);
      assert.deepEqual(await dryRuns(), ['roof open']);
    });

    it('is no longer told to bring none to the ground tank, once that is known', async () => {
      await newBoard();
      await pass('on', 1.5);
      assert.deepEqual(await dryRuns(), ['ground open']);
      await pass('off', 0);
      await fillRoof();
      await pass('on', 1.5);
      assert.deepEqual(await dryRuns(), ['ground over']);
    });

    it('may have a pump of its own at the ground tank, whose owner says what that brings', async () => {
      await newBoard();
      await fillRoof();
      await configure({ sensor_name: 'ground', capacity: 1000, pump_litres_per_hour: 500 });
      await pass('on', 1.5);
      assert.deepEqual(await dryRuns(), ['ground open']);
    });

    const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    const clockTime = (at: number) => new Date(at + 3 * hourMs).toISOString().slice(11, 16);
    /** A pump of its own at the ground tank runs from the next hour on, by a schedule. */
    const schedule = async () => {
      const { now } = desk.server.clock;
      const slot = { days: everyDay, from: clockTime(now), until: clockTime(now + 6 * hourMs) };
      const order = { sensor_name: 'ground', command: 'schedule', schedule: [slot] };
      const id = await desk.send(order);
      await push(40, { sensor_name: 'ground', pump_status: 'off' });
      await keep();
      assert.deepEqual(await obey(), ['on']);
      return id;
    };

    it('keeps the latch of a pump of its own at the ground tank while that is tried by hand', async () => {
      await newBoard();
      await fillRoof();
      await pass('off', 0);
      const id = await schedule();
      await pass('on', 0);
      assert.deepEqual(await obey(), ['off']);
      assert.deepEqual(await dryRuns(), ['roof open', 'ground open']);
      await desk.call('DELETE', `${pumpsPath}?action=cancel&id=${id}`);
      await pass('off', 0);
      await pass('on', 1.5);
      await pass('off', 0);
      assert.deepEqual(await dryRuns(), ['roof over', 'ground open']);
    });

    it('judges a run by hand of a pump at the ground tank that a schedule keeps', async () => {
      await newBoard();
      await fillRoof();
      await pass('off', 0);
      const slot = { days: everyDay, from: '03:00', until: '04:00' };
      await desk.send({ sensor_name: 'ground', command: 'schedule', schedule: [slot] });
      await pass('on', 1.5);
      assert.deepEqual(await dryRuns(), ['ground open']);
    });

    it('leaves the ground tank what was learnt of a pump of its own', async () => {
      await newBoard();
      await fillRoof();
      await pass('off', 0);
      await desk.send({ sensor_name: 'ground', command: 'on' });
      await obey();
      await pass('on', 1.5);
      assert.deepEqual(await dryRuns(), ['ground open']);
      assert.deepEqual(await obey(), ['off']);
      // Its pump is given twice the time from now on.
      const of = `&device_id=${desk.device.id}&sensor_name=ground`;
      const cleared = await desk.call('PUT', `${pumpsPath}?action=clear-latch${of}`);
      assert.equal(cleared.status, 200, cleared.text);
      await pass('off', 0);
      await pass('on', 1.5);
      await pass('off', 0);
      await desk.send({ sensor_name: 'ground', command: 'on' });
      await obey();
      for (let count = 0; count < 5; count += 1) {
        advance(5 * minuteMs);
        await push(80, { sensor_name: 'ground', pump_status: 'on' });
      }
      assert.deepEqual(await dryRuns(), ['ground over']);
    });
  },
);

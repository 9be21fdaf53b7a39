import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { pumpsPath, usePumpDesk } from '../../../test/helpers/water/pump-desk.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

describeOnBothEngines('a board whose readings say off at all times', (engine) => {
  const { desk, advance, push, obey, look, keep, configure, listed } = usePumpDesk(engine);

  const say = async (...levels: number[]) => {
    for (const level of levels) {
      advance(5 * minuteMs);
      await push(level, { pump_status: 'off' });
    }
  };
  const newBoard = async (level: number) => {
    // The first reading of a device that stands alone in an hour looks like one of a slow board.
    advance(hourMs - (desk.server.clock.now % hourMs));
    await desk.newDevice();
    await configure({ pump_max_minutes: 60 });
    await push(level, { pump_status: 'off' });
  };
  /** The owner hands the pump over, and it is switched on. */
  const fillByLevel = async () => {
    await newBoard(35);
    await desk.send({ command: 'auto', turn_on_below: 40, turn_off_above: 80 });
    await say(35);
    assert.deepEqual(await obey(), ['auto', 'on']);
  };
  const fillByHand = async (levels: object = {}) => {
    await newBoard(50);
    await desk.send({ command: 'on', ...levels });
    assert.deepEqual(await obey(), ['on']);
  };
  const nothingMore = async () => {
    advance(5 * minuteMs);
    await look();
    await say(70, 70, 70);
    assert.deepEqual(await obey(), []);
  };

  it('is told off once, where the server fills the tank by its level', async () => {
    await fillByLevel();
    await say(45, 54, 63, 72);
    assert.deepEqual(await obey(), []);
    await say(82, 91);
    assert.deepEqual(await obey(), ['off']);
    await nothingMore();
    assert.equal((await listed()).filter((each) => each.startsWith('off')).length, 1);
  });

  it('is told off once at the end of the longest run, also without readings', async () => {
    await fillByLevel();
    await say(45, 46, 47, 48, 49, 50);
    advance(25 * minuteMs - 1);
    await look();
    assert.deepEqual(await obey(), []);
    advance(1);
    await look();
    await look();
    assert.deepEqual(await obey(), ['off']);
    await nothingMore();
  });

  it('is told off where no reading comes any more', async () => {
    await fillByLevel();
    await say(45, 54);
    advance(30 * minuteMs);
    await look();
    assert.deepEqual(await obey(), ['off']);
  });

  it("is told off at the high threshold, and where its owner's own on says", async () => {
    await fillByHand();
    await say(60, 69, 78, 87, 92);
    assert.deepEqual(await obey(), ['off']);
    await fillByHand({ turn_off_above: 70 });
    await say(55, 63);
    assert.deepEqual(await obey(), []);
    await say(72);
    assert.deepEqual(await obey(), ['off']);
  });

  it('has the longest run of the first on, whatever follows while it may run', async () => {
    await fillByLevel();
    await say(36, 36, 36, 36, 36);
    assert.deepEqual(await obey(), ['on']);
    await say(36, 36, 36, 36, 36);
    advance(5 * minuteMs - 1);
    await look();
    assert.deepEqual(await obey(), []);
    advance(1);
    await look();
    assert.deepEqual(await obey(), ['off']);
  });

  it('rests from the off on that it obeyed', async () => {
    await fillByLevel();
    await say(38, 38);
    advance(45 * minuteMs);
    await look();
    assert.deepEqual(await obey(), ['off']);
    await say(38);
    assert.deepEqual(await obey(), []);
    await say(38);
    assert.deepEqual(await obey(), ['on']);
  });

  it('is told off at the end of a stretch of its schedule', async () => {
    await newBoard(40);
    const clockTime = (at: number) => new Date(at + 3 * hourMs).toISOString().slice(11, 16);
    const { now } = desk.server.clock;
    const [from, until] = [clockTime(now), clockTime(now + 30 * minuteMs)];
    await desk.send({ command: 'schedule', schedule: [{ days: everyDay, from, until }] });
    await keep();
    assert.deepEqual(await obey(), ['on']);
    await say(44, 48, 52, 56, 60);
    advance(5 * minuteMs);
    await keep();
    assert.deepEqual(await obey(), ['off']);
  });

  it('is told off again where it fetched the off and did not acknowledge it', async () => {
    await fillByHand();
    await say(60, 69, 78, 87, 92);
    const fetched = async () => (await desk.poll()).map(({ command }) => command);
    assert.deepEqual(await fetched(), ['off']);
    await say(93);
    assert.deepEqual(await obey(), ['off']);
    await nothingMore();
  });

  it('keeps an on that its owner sends after the longest run of the one before', async () => {
    await fillByHand();
    await say(51, 51);
    advance(2 * hourMs);
    await look();
    await desk.send({ command: 'on' });
    await look();
    await say(51);
    assert.deepEqual(await obey(), ['on']);
    await say(52, 52, 52, 52);
    assert.deepEqual(await obey(), []);
  });

  it('is told off when its sensor is removed', async () => {
    await fillByHand();
    await say(51, 51);
    const of = `device_id=${desk.device.id}&sensor_name=main`;
    const { status, text } = await desk.call('DELETE', `/api/sensors.php?action=remove&${of}`);
    assert.ok(status < 300, text);
    assert.deepEqual(await obey(), ['off']);
  });

  it('is left alone once a person cancelled all that was told to it', async () => {
    await newBoard(50);
    const id = await desk.send({ command: 'on' });
    await desk.call('DELETE', `${pumpsPath}?action=cancel&id=${id}`);
    await say(91, 92);
    assert.deepEqual(await obey(), []);
  });
});

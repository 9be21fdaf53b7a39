import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { usePumpDesk } from '../../../test/helpers/water/pump-desk.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

describeOnBothEngines('a board whose own float ended the run', (engine) => {
  const { desk, advance, push, obey, look, keep, configure, listed } = usePumpDesk(engine);

  /** Pushes every five minutes what the board says of its pump, at one level. */
  const say = async (level: number, ...words: ('on' | 'off')[]) => {
    for (const pump_status of words) {
      advance(5 * minuteMs);
      await push(level, { pump_status });
    }
  };
  const newBoard = async (level: number) => {
    // The first reading of a device that stands alone in an hour looks like one of a slow board.
    advance(hourMs - (desk.server.clock.now % hourMs));
    await desk.newDevice();
    await push(level, { pump_status: 'off' });
  };
  const steer = async () => {
    await newBoard(35);
    await desk.send({ command: 'auto', turn_on_below: 40, turn_off_above: 80 });
    await say(35, 'off');
    assert.deepEqual(await obey(), ['auto', 'on']);
  };

  it("has its owner's on, though readings stay away", async () => {
    await steer();
    await say(42, 'off', 'off');
    advance(35 * minuteMs);
    await look();
    await desk.send({ command: 'on' });
    for (let minutes = 0; minutes < 9; minutes += 1) {
      advance(minuteMs);
      await look();
    }
    assert.deepEqual(await obey(), ['on']);
  });

  it("has its owner's on up to the level of that one, not of the one before", async () => {
    await newBoard(40);
    await desk.send({ command: 'on', turn_off_above: 60 });
    assert.deepEqual(await obey(), ['on']);
    await say(50, 'off', 'off');
    await desk.send({ command: 'on', turn_off_above: 95 });
    await say(70, 'off');
    await look();
    assert.deepEqual(await obey(), ['on']);
  });

  it('is told off by its schedule once an on of its owner at the end of the stretch was cancelled', async () => {
    await newBoard(40);
    const clockTime = (at: number) => new Date(at + 3 * hourMs).toISOString().slice(11, 16);
    const { now } = desk.server.clock;
    const [from, until] = [clockTime(now), clockTime(now + 30 * minuteMs)];
    await desk.send({ command: 'schedule', schedule: [{ days: everyDay, from, until }] });
    await keep();
    assert.deepEqual(await obey(), ['on']);
    await say(44, 'on', 'on', 'on', 'on', 'on');
    const own = await desk.send({ command: 'on' });
    advance(5 * minuteMs);
    await keep();
    await desk.call('DELETE', `/api/pump_commands.php?action=cancel&id=${own}`);
    advance(5 * minuteMs);
    await keep();
    assert.deepEqual(await obey(), ['off']);
  });

  it("has its owner's on at the end of a stretch of its schedule", async () => {
    await newBoard(40);
    const clockTime = (at: number) => new Date(at + 3 * hourMs).toISOString().slice(11, 16);
    const { now } = desk.server.clock;
    const [from, until] = [clockTime(now), clockTime(now + 30 * minuteMs)];
    await desk.send({ command: 'schedule', schedule: [{ days: everyDay, from, until }] });
    await keep();
    assert.deepEqual(await obey(), ['on']);
    await say(44, 'off', 'off', 'off', 'off', 'off');
    await desk.send({ command: 'on' });
    advance(5 * minuteMs);
    await keep();
    assert.deepEqual(await obey(), ['on']);
  });

  it('loses the on that still waits when the longest run of the one before is over, which may go on', async () => {
    await newBoard(40);
    await configure({ pump_max_minutes: 60 });
    await desk.send({ command: 'on' });
    assert.deepEqual(await obey(), ['on']);
    await say(41, 'off', 'off');
    advance(42 * minuteMs);
    await desk.send({ command: 'on' });
    advance(3 * minuteMs - 1);
    await look();
    advance(1);
    await look();
    assert.deepEqual(await obey(), ['off']);
  });

  it('and that had said on has the whole longest run with the next on', async () => {
    await newBoard(40);
    await desk.send({ command: 'on' });
    assert.deepEqual(await obey(), ['on']);
    await say(41, 'on', 'off', 'off');
    advance(3 * hourMs);
    await push(41, { pump_status: 'off' });
    advance(30 * minuteMs);
    await desk.send({ command: 'on' });
    const [given] = await desk.poll();
    assert.deepEqual([given?.command, given?.run_at_most_s], ['on', 4 * 3600]);
    assert.deepEqual(await obey(), ['on']);
    await say(41, 'on');
    advance(3 * hourMs + 45 * minuteMs);
    await look();
    assert.deepEqual(await obey(), []);
    advance(5 * minuteMs);
    await look();
    assert.deepEqual(await obey(), ['off']);
  });

  it("and that had said on has its owner's on, though the longest run of the one before is over meanwhile", async () => {
    await newBoard(40);
    await desk.send({ command: 'on' });
    assert.deepEqual(await obey(), ['on']);
    await say(41, 'on', 'off', 'off');
    advance(3 * hourMs + 38 * minuteMs);
    await desk.send({ command: 'on' });
    advance(5 * minuteMs);
    await look();
    assert.deepEqual(await obey(), ['on']);
  });

  it('is told no off without end where it never fetches one', async () => {
    await steer();
    await say(42, 'off', 'off');
    for (let hours = 0; hours < 24 * 5; hours += 1) {
      advance(hourMs);
      await look();
      await say(50, 'off');
    }
    const offs = (await listed()).filter((each) => each.startsWith('off'));
    assert.ok(offs.length > 0 && offs.length <= 2, offs.join());
  });

  it('is told no off, but on, where what was kept of its last run was stored before that was judged', async () => {
    await steer();
    await say(36, 'on', 'off', 'off');
    const { now } = desk.server.clock;
    const pump_state = JSON.stringify({
      offSince: now - hourMs,
      order: { onSince: now - 9 * hourMs },
    });
    await desk.server.db.write
      .updateTable('sensors')
      .set({ pump_state, pump_check_at: now })
      .where('device_id', '=', Number(desk.device.id))
      .execute();
    await look();
    assert.deepEqual(await obey(), ['on']);
  });
});

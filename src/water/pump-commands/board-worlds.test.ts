import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDeviceDesk } from '../../../test/helpers/browser/device-desk.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import { type BoardTraits, createBoard } from '../../../test/helpers/water/pump-board.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';
import { createOfflineLoop } from '../silence/offline-loop.ts';
import { checkPumps } from './loops/pump-checks.ts';

const lives = { commandMs: 24 * hourMs, staleOnMs: 10 * minuteMs };
const publisher = { commandsChanged: () => {} };
const unstopped = new AbortController().signal;

type World = BoardTraits & {
  hours: number;
  every: number;
  /** Percent an hour. */
  inflow: number;
  /** True while no network reaches the board. */
  isCut: (minute: number, isOn: boolean) => boolean;
};

describeOnBothEngines('a board that obeys what its polls bring', (engine) => {
  const desk = useDeviceDesk(engine, { TOKEN_HOURS: '8760' }, createTestTimers());

  const play = async (world: World) => {
    await desk.newDevice();
    await desk.call('POST', '/api/sensor_configs.php?action=save', {
      device_id: desk.device.id,
      sensor_name: 'main',
      pump_max_minutes: 120,
    });
    await desk.send({ command: 'auto', turn_on_below: 30, turn_off_above: 80 });
    const board = createBoard(world);
    let level = 29;
    let highest = level;
    const look = () =>
      checkPumps(
        { db: desk.server.db, clock: () => desk.server.clock.now, publisher, ...lives },
        unstopped,
      );
    for (let minute = 0; minute < world.hours * 60; minute += 1) {
      const { now } = desk.server.clock;
      level = Math.min(100, Math.max(0, level + ((board.isOn() ? world.inflow : 0) - 3) / 60));
      highest = Math.max(highest, level);
      board.look(level, now);
      if (minute % 5 === 0) await look();
      if (minute % world.every === 0 && !world.isCut(minute, board.isOn())) {
        const said = board.say();
        await desk.pushed({ water_level_percent: level, ...(said && { pump_status: said }) });
        for (const command_id of board.obey(await desk.poll(), now)) await desk.ack({ command_id });
      }
      desk.server.clock.advance(minuteMs);
    }
    const longest = Math.max(0, ...board.runs.map(({ from, until = from }) => until - from));
    return { highest, longest: longest / minuteMs, runs: board.runs.length };
  };

  it('runs no longer than it may and spills nothing, though the network goes in the middle of a run', async () => {
    for (const status of ['present', 'none'] as const) {
      let onFor = 0;
      const isCut = (_: number, isOn: boolean) => {
        onFor = isOn ? onFor + 1 : 0;
        return onFor > 2;
      };
      for (const inflow of [20, 60]) {
        const world = { hours: 12, every: 15, inflow, isCut, status, acknowledges: true };
        const result = await play(world);
        const about = JSON.stringify({ inflow, status, ...result });
        assert.ok(result.runs > 0 && result.longest > 30, about);
        assert.ok(result.longest <= 120 && result.highest < 82, about);
      }
    }
  });

  it('goes on from run to run and raises no alert of its pump, though it never acknowledges', async () => {
    for (const status of ['late', 'none'] as const) {
      const isCut = () => false;
      const world = { hours: 16, every: 10, inflow: 40, isCut, status, acknowledges: false };
      const result = await play(world);
      assert.ok(result.longest <= 120 && result.runs > 0, JSON.stringify(result));
      assert.deepEqual(await desk.alerts(), [], JSON.stringify({ status, ...result }));
    }
  });

  const pushForAnHour = async () => {
    for (let push = 0; push < 12; push += 1) {
      await desk.pushed({ water_level_percent: 50, pump_status: 'off' });
      desk.server.clock.advance(5 * minuteMs);
    }
  };
  /** Lets minutes pass in which the loops that watch silence and pumps go on. */
  const passSilent = async (minutes: number) => {
    const { clock, db } = desk.server;
    const watch = createOfflineLoop({
      db,
      clock: () => clock.now,
      timers: { now: () => clock.now },
      onlineMs: 15 * minuteMs,
      clockWatch: { sinceJump: () => Number.POSITIVE_INFINITY },
      publisher: { alertsChanged: () => {}, wentOffline: () => {} },
    });
    for (let minute = 0; minute < minutes; minute += 1) {
      clock.advance(minuteMs);
      await watch(unstopped);
      await checkPumps({ db, clock: () => clock.now, publisher, ...lives }, unstopped);
    }
  };
  const told = async () => {
    const path = `/api/alerts.php?action=list&device_id=${desk.device.id}`;
    return (await desk.call('GET', path)).body as { type: string; message: string }[];
  };

  it('is told to be silent with its pump on, and by when that stops, but of no run that nobody has seen', async () => {
    await desk.newDevice();
    await pushForAnHour();
    await desk.send({ command: 'on' });
    for (const { command_id } of await desk.poll()) await desk.ack({ command_id });
    await desk.pushed({ water_level_percent: 50, pump_status: 'on' });
    await passSilent(300);
    const [silent, ...others] = await told();
    assert.deepEqual([silent?.type, others], ['offline', []]);
    assert.match(
      silent?.message ?? '',
      /may still be running\. The device was told to stop it by itself, within 2\d\d minutes/,
    );
    await desk.pushed({ water_level_percent: 50, pump_status: 'on' });
    assert.ok((await told()).some(({ message }) => /has run for 30\d minutes/.test(message)));
  });

  it('is not said to stop by itself where another of its pumps was told of no stop', async () => {
    await desk.newDevice();
    await pushForAnHour();
    // Switched on by hand, beside one that the server switches on.
    await desk.pushed({ water_level_percent: 50, pump_status: 'on' });
    await desk.pushed({ water_level_percent: 50, sensor_name: 'ground', pump_status: 'off' });
    await desk.send({ command: 'on', sensor_name: 'ground' });
    for (const { command_id } of await desk.poll()) await desk.ack({ command_id });
    await passSilent(60);
    const [silent] = await told();
    assert.match(
      silent?.message ?? '',
      /its pump \(main, ground\) may still be running\. Check it\./,
    );
  });

  it('is given the level and the time in which to stop with an `on`, and less of the time if it asks again', async () => {
    await desk.newDevice();
    await desk.send({ command: 'on' });
    await desk.send({ command: 'off', sensor_name: 'ground' });
    type Polled = { command: string; turn_off_above: number | null; run_at_most_s?: number };
    const poll = async () => (await desk.poll()) as unknown as Polled[];
    const [on, off] = await poll();
    assert.deepEqual([on?.turn_off_above, on?.run_at_most_s], [90, 240 * 60]);
    assert.deepEqual([off?.turn_off_above, off && 'run_at_most_s' in off], [null, false]);
    desk.server.clock.advance(5 * minuteMs);
    assert.equal((await poll())[0]?.run_at_most_s, 230 * 60);
    await desk.send({ command: 'on', turn_off_above: 70 });
    assert.equal((await poll()).find(({ command }) => command === 'on')?.turn_off_above, 70);
  });
});

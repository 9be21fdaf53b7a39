import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDeviceDesk } from '../../../../test/helpers/browser/device-desk.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { hourMs, minuteMs } from '../../../kit/time/units.ts';
import { checkPumps } from './pump-checks.ts';
import { keepSchedules } from './pump-schedules.ts';

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** Ids that no device has, as with rows that are still to be purged. */
const firstGone = 1_000_000;
/** Reads of the clock beyond which a round must be going in circles. */
const mostLooks = 200;
const pageOf = 100;

type Round = typeof checkPumps | typeof keepSchedules;

describeOnBothEngines('the rounds of the pumps', (engine) => {
  const desk = useDeviceDesk(engine, { TOKEN_HOURS: '8760' });
  /** Runs one round, aborted if it does not end. */
  const doRound = async (round: Round) => {
    const endless = new AbortController();
    let looks = 0;
    const clock = () => {
      looks += 1;
      if (looks > mostLooks) endless.abort();
      return desk.server.clock.now;
    };
    const publisher = { commandsChanged: () => {} };
    const lives = { commandMs: 24 * hourMs, staleOnMs: 10 * minuteMs };
    try {
      await round({ db: desk.server.db, clock, publisher, ...lives }, endless.signal);
    } finally {
      assert.equal(endless.signal.aborted, false, 'the round comes to an end');
    }
  };
  const fails = async (round: Round, failures: number, message: RegExp) => {
    await assert.rejects(doRound(round), (error) => {
      assert.ok(error instanceof AggregateError, String(error));
      assert.match(error.message, message);
      assert.equal(error.errors.length, failures);
      return true;
    });
  };
  const breakPump = async (deviceId: string) => {
    await desk.server.db.write
      .updateTable('sensors')
      .set({ pump_state: '{' })
      .where('device_id', '=', Number(deviceId))
      .execute();
  };
  const mend = () =>
    desk.server.db.write
      .updateTable('sensors')
      .set({ pump_state: null, pump_check_at: null })
      .where('pump_state', '=', '{')
      .execute();

  /** Stores a pump that runs until it is due to be stopped. */
  const startPump = async () => {
    const { id } = await desk.newDevice();
    const config = { device_id: id, sensor_name: 'main', pump_max_minutes: 60 };
    const saved = await desk.call('POST', '/api/sensor_configs.php?action=save', config);
    assert.equal(saved.status, 201, saved.text);
    await desk.send({ command: 'on' });
    await desk.poll();
    return id;
  };
  /** Stores a pump whose schedule switches it on in an hour. */
  const schedulePump = async () => {
    const { id } = await desk.newDevice();
    await desk.pushed({ water_level_percent: 50 });
    const clockTime = (at: number) => new Date(at + 3 * hourMs).toISOString().slice(11, 16);
    const { now } = desk.server.clock;
    const slot = {
      days: everyDay,
      from: clockTime(now + hourMs),
      until: clockTime(now + 2 * hourMs),
    };
    await desk.send({ command: 'schedule', schedule: [slot] });
    return id;
  };
  /** Advances to the last due schedule, when all levels are too old to switch by. */
  const toSwitchingOn = async () => {
    desk.server.clock.advance(hourMs);
    await desk.pushed({ water_level_percent: 50 });
  };
  const goneSensors = async (count: number, pump_check_at: number, pump_state: string | null) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      device_id: firstGone + index,
      sensor_no: 0,
      name: 'main',
      watch: '',
      pump_check_at,
      pump_state,
    }));
    await desk.server.db.write.insertInto('sensors').values(rows).execute();
  };

  it('stop a pump that is due behind one that fails', async () => {
    const failing = await startPump();
    desk.server.clock.advance(minuteMs);
    await startPump();
    await breakPump(failing);
    desk.server.clock.advance(hourMs);
    await fails(checkPumps, 1, /some pumps could not be looked at/);
    assert.deepEqual(
      (await desk.poll()).map(({ command }) => command),
      ['off'],
    );
    await mend();
  });

  it('switch a pump by its schedule behind one that fails', async () => {
    const failing = await schedulePump();
    desk.server.clock.advance(minuteMs);
    await schedulePump();
    await breakPump(failing);
    await toSwitchingOn();
    await fails(keepSchedules, 1, /some schedules could not be kept/);
    assert.deepEqual(
      (await desk.poll()).map(({ command }) => command),
      ['on'],
    );
    await mend();
    await desk.server.db.write.updateTable('pump_commands').set({ next_at: null }).execute();
  });

  it('stop a pump that is due behind pages of devices that are gone', async () => {
    await startPump();
    desk.server.clock.advance(hourMs);
    await goneSensors(2 * pageOf, 1, null);
    await doRound(checkPumps);
    assert.deepEqual(
      (await desk.poll()).map(({ command }) => command),
      ['off'],
    );
    await desk.server.db.write.deleteFrom('sensors').where('device_id', '>=', firstGone).execute();
  });

  it('switch a pump by its schedule behind pages of devices that are gone', async () => {
    await schedulePump();
    await toSwitchingOn();
    const rows = Array.from({ length: 2 * pageOf }, (_, index) => ({
      device_id: firstGone + index,
      sensor_name: 'main',
      command: 'schedule',
      status: 'pending',
      source: 'user',
      created_at: 0,
      expires_at: 0,
      schedule: '[]',
      next_at: 1,
    }));
    await desk.server.db.write.insertInto('pump_commands').values(rows).execute();
    await doRound(keepSchedules);
    assert.deepEqual(
      (await desk.poll()).map(({ command }) => command),
      ['on'],
    );
  });

  it('stop a pump that is due behind a page of pumps that fail', async () => {
    await startPump();
    desk.server.clock.advance(hourMs);
    const ids = Array.from({ length: pageOf }, (_, index) => firstGone + index);
    await goneSensors(pageOf, 1, '{');
    await desk.server.db.write
      .insertInto('device_status')
      .values(ids.map((device_id) => ({ device_id })))
      .execute();
    await fails(checkPumps, pageOf, /some pumps could not be looked at/);
    assert.deepEqual(
      (await desk.poll()).map(({ command }) => command),
      ['off'],
    );
  });
});

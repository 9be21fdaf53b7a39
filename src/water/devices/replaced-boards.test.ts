import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDeviceDesk } from '../../../test/helpers/browser/device-desk.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { randomMac } from '../../../test/helpers/water/devices.ts';
import { minuteMs, secondMs } from '../../kit/time/units.ts';
import type { BatchAnswer } from '../direct/batch/schemas.ts';

type Told = { level: number; recorded_at: string };

describeOnBothEngines('new hardware of a device', (engine) => {
  const desk = useDeviceDesk(engine);

  const send = async (readings: object[]) => {
    const json = { mac_address: desk.device.mac_or_serial, every_s: 60, readings };
    const { status, body, text } = await desk.server.request('POST', '/iot_push_batch.php', {
      json,
    });
    assert.equal(status, 200, text);
    const { stored, repeated } = body as BatchAnswer;
    return { stored, repeated };
  };
  const replace = async () => {
    const mac_or_serial = randomMac();
    const { status, text } = await desk.call('POST', '/api/devices.php?action=replace', {
      device_id: desk.device.id,
      mac_or_serial,
    });
    assert.equal(status, 200, text);
    desk.device = { ...desk.device, mac_or_serial };
  };
  /** The levels of the last day, oldest first, with their age in seconds. */
  const levels = async () => {
    const path = `/api/sensors.php?action=history&device_id=${desk.device.id}&hours=24`;
    const { body } = await desk.call('GET', path);
    return (body as Told[])
      .map(({ level, recorded_at }) => [
        level,
        Math.round((desk.server.clock.now - Date.parse(recorded_at)) / secondMs),
      ])
      .sort((a, b) => (b[1] ?? 0) - (a[1] ?? 0));
  };

  it('counts anew, and is dated by its own count', async () => {
    await desk.signInAnew();
    await desk.newDevice();
    const counted = (boot: number, seqs: number[], level: number) =>
      seqs.map((seq) => ({ water_level_percent: level + seq, boot, seq }));
    assert.deepEqual(await send(counted(1, [1, 2, 3], 40)), { stored: 3, repeated: 0 });
    desk.server.clock.advance(60 * minuteMs);
    assert.deepEqual(await send(counted(3, [1, 2], 50)), { stored: 2, repeated: 0 });
    desk.server.clock.advance(10 * 60 * minuteMs);
    await replace();
    assert.deepEqual(await send(counted(1, [1, 2, 3], 70)), { stored: 3, repeated: 0 });
    const expected = [
      [71, 120],
      [72, 60],
      [73, 0],
    ];
    assert.deepEqual((await levels()).slice(-3), expected);
    assert.deepEqual(await send(counted(1, [1, 2, 3], 70)), { stored: 0, repeated: 3 });
  });

  it('has none of the faults of the board before it', async () => {
    await desk.signInAnew();
    await desk.newDevice();
    const alerts = async () => {
      const path = `/api/alerts.php?action=list&device_id=${desk.device.id}`;
      const { body } = await desk.call('GET', path);
      return (body as { kind: string; resolved_at: string | null }[])
        .filter(({ kind, resolved_at }) => kind !== 'offline' && resolved_at === null)
        .map(({ kind }) => kind)
        .sort();
    };
    for (let count = 0; count < 8; count += 1) {
      desk.server.clock.advance(10 * minuteMs);
      const recorded_at = new Date(desk.server.clock.now - 180 * minuteMs).toISOString();
      await desk.pushed({ water_level_percent: 50 - count, battery_percent: 3, recorded_at });
    }
    assert.deepEqual(await alerts(), ['battery', 'clock']);
    await replace();
    assert.deepEqual(await alerts(), []);
    desk.server.clock.advance(10 * minuteMs);
    await desk.pushed({ water_level_percent: 42 });
    assert.deepEqual(await alerts(), []);
  });

  it('is not set right by the clock of the board before it', async () => {
    await desk.signInAnew();
    await desk.newDevice();
    const lateMs = 3 * 60 * minuteMs;
    const push = async (level: number, behindMs: number) => {
      desk.server.clock.advance(5 * minuteMs);
      const at = new Date(desk.server.clock.now - behindMs).toISOString();
      return await desk.pushed({ water_level_percent: level, recorded_at: at });
    };
    let last = '';
    for (let count = 0; count < 30; count += 1) {
      ({ recorded_at: last } = await push(40 + (count % 9), lateMs));
    }
    assert.equal(Date.parse(last), desk.server.clock.now, 'the old clock is known to be late');
    await replace();
    // What the new board kept so long by a clock that goes right is of then.
    const { recorded_at: kept } = await push(61, lateMs);
    assert.equal(Date.parse(kept), desk.server.clock.now - lateMs);
  });
});

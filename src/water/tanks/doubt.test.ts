import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDeviceDesk } from '../../../test/helpers/browser/device-desk.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';
import type { Tank, TankSensor } from './schemas.ts';

type Doubt = NonNullable<TankSensor['doubt']>;

const many = (count: number, level: number) => Array.from({ length: count }, () => level);

describeOnBothEngines('the doubt of a level', (engine) => {
  const desk = useDeviceDesk(engine, { TOKEN_HOURS: '8760' });
  const now = () => desk.server.clock.now;
  const iso = (at: number) => new Date(at).toISOString();

  /** Pushes levels at equal intervals; returns the doubt after the last. */
  async function pushed(levels: readonly number[], minutes: number): Promise<Doubt | null> {
    for (const [index, level] of levels.entries()) {
      desk.server.clock.advance(minutes * minuteMs);
      // A sensor that says the same each time has no noise to be known.
      await desk.pushed({
        water_level_percent: Math.min(100, level + (level && 0.1 * (index % 3))),
      });
    }
    const { body } = await desk.call('GET', `/api/tanks?device_id=${desk.device.id}`);
    return (body as Tank[])[0]?.sensors[0]?.doubt ?? null;
  }

  async function isTold(kind: string): Promise<boolean> {
    const { body } = await desk.call('GET', `/api/alerts?device_id=${desk.device.id}`);
    return (body as { kind: string | null }[]).some((alert) => alert.kind === kind);
  }

  it('of a fall that no outlet makes says how many readings and until when alerts wait', async () => {
    await desk.newDevice();
    assert.equal(await pushed(many(40, 60), 1), null);
    const first = await pushed([4], 1);
    const { level_before, ...known } = first ?? assert.fail('no doubt');
    assert.ok(Math.abs(level_before - 60) < 1);
    const since = now();
    const until = iso(since + 20 * minuteMs);
    assert.deepEqual(known, { reason: 'fall', since: iso(since), readings_left: 5, until });
    assert.equal((await pushed(many(3, 4), 1))?.readings_left, 2);
    assert.deepEqual(await pushed(many(10, 4), 1), { ...known, level_before, readings_left: 0 });
    assert.equal(await pushed([60], 1), null, 'it came back');
  });

  it('is there exactly while a low level is not told, however fast the device sends', async () => {
    for (const minutes of [0.25, 1, 5, 25]) {
      for (const [readings, low] of [
        [40, 4],
        [3, 12],
      ] as const) {
        await desk.newDevice();
        await pushed(many(readings, 60), minutes);
        const after: string[] = [];
        for (let count = 0; count < 100 && !after.includes('told'); count++) {
          const doubt = await pushed([low], minutes);
          const told = await isTold('low');
          after.push(told ? 'told' : 'waits');
          assert.equal(doubt === null, told, `${low} each ${minutes} min, reading ${count + 1}`);
        }
        assert.equal(after.at(-1), 'told');
      }
    }
  });

  it('of a zero out of nothing lasts until the sensor says something else, or for a day', async () => {
    await desk.newDevice();
    await pushed(many(40, 60), 5);
    const doubt = await pushed([0], 5);
    const until = iso(now() + 24 * hourMs);
    assert.deepEqual([doubt?.reason, doubt?.until], ['zero', until]);
    assert.equal((await pushed(many(30, 0), 5))?.reason, 'zero');
    assert.equal(await pushed(many(2, 60), 5), null);
  });

  it('of an echo from above is told once the sensor is known for them', async () => {
    await desk.newDevice();
    await pushed([...many(40, 60), 99, ...many(20, 60)], 5);
    const doubt = await pushed(many(2, 99), 5);
    const until = iso(now() - 5 * minuteMs + 6 * hourMs);
    assert.deepEqual([doubt?.reason, doubt?.until, doubt?.readings_left], ['echo', until, 4]);
  });

  it('is none where the level goes as water does, or where a person says it', async () => {
    await desk.newDevice();
    await pushed(many(40, 60), 5);
    const drained = Array.from({ length: 19 }, (_, index) => 60 - 3 * index);
    for (const level of drained) assert.equal(await pushed([level], 5), null);
    const json = { device_id: desk.device.id, sensor_name: 'main', level: 90 };
    await desk.call('POST', '/api/sensors.php?action=reading', json);
    const { body } = await desk.call('GET', `/api/tanks?device_id=${desk.device.id}`);
    assert.equal((body as Tank[])[0]?.sensors[0]?.doubt, null);
  });
});

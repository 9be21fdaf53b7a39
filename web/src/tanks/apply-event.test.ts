import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tank, TankSensor } from '../api/operations.ts';
import { withChanges, withForecast, withLatches, withReading } from './apply-event.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour)).toISOString();
const lasting = (middle: number) => ({
  low: middle - 2,
  middle,
  high: middle + 2,
  low_at: at(8 + middle - 2),
  middle_at: at(8 + middle),
  high_at: at(8 + middle + 2),
});

const sensor = (facts: Partial<TankSensor>) =>
  ({
    sensor_name: 'main',
    level: 50,
    recorded_at: at(8),
    time_to_empty: lasting(10),
    ...facts,
  }) as TankSensor;
const tank = (...sensors: TankSensor[]) =>
  ({ device_id: '1', online: true, last_seen_at: at(8), sensors }) as Tank;
const read = (level: number, hour: number) =>
  ({ device_id: '1', sensor_name: 'main', level, recorded_at: at(hour) }) as Parameters<
    typeof withReading
  >[1];
const timesOf = ({ sensors: [first] }: Tank) => first?.time_to_empty;

describe('how long the water of a tank lasts', () => {
  it('stays where the level falls as foretold', () => {
    const after = withReading(tank(sensor({})), read(40, 10));
    assert.equal(timesOf(after)?.middle_at, at(18));
  });

  it('moves with a reading that is lower or higher', () => {
    assert.equal(timesOf(withReading(tank(sensor({})), read(25, 8)))?.middle_at, at(13));
    assert.equal(timesOf(withReading(tank(sensor({})), read(100, 8)))?.middle_at, at(28));
  });

  it('is as unknown after a reading as before', () => {
    assert.equal(timesOf(withReading(tank(sensor({ time_to_empty: null })), read(40, 10))), null);
  });

  it('is what a newer forecast says, of its sensor alone', () => {
    const two = tank(sensor({}), sensor({ sensor_name: 'roof' }));
    const after = withForecast(two, { sensor_name: 'roof', time_to_empty: lasting(20) });
    const told = after.sensors.map(({ time_to_empty }) => time_to_empty?.middle);
    assert.deepEqual(told, [10, 20]);
    const none = withForecast(after, { sensor_name: 'main', time_to_empty: null });
    assert.equal(timesOf(none), null);
  });
});

describe('the latch of a pump', () => {
  const latch = { since: at(7), reason: 'dry_run' } as const;

  it('is what was asked last, of each sensor that was answered, and stays with a reading', () => {
    const two = tank(sensor({ latch }), sensor({ sensor_name: 'roof', latch: null }));
    const after = withLatches(two, [{ sensor_name: 'roof', latch }]);
    const latches = ({ sensors }: Tank) => sensors.map((each) => each.latch);
    assert.deepEqual(latches(after), [latch, latch]);
    assert.deepEqual(latches(withLatches(after, [{ sensor_name: 'main', latch: null }])), [
      null,
      latch,
    ]);
    assert.deepEqual(latches(withReading(after, read(40, 10))), [latch, latch]);
  });
});

describe('a reading', () => {
  const silent = { ...tank(sensor({})), online: false };
  const seen = ({ online, last_seen_at }: Tank) => [online, last_seen_at];

  it('is a sign of life from a device alone, and puts none online by itself', () => {
    const typed = { ...read(40, 10), source: 'user' } as const;
    assert.deepEqual(seen(withReading(silent, typed)), [false, at(8)]);
    const own = { ...read(40, 10), source: 'device' } as const;
    assert.deepEqual(seen(withReading(tank(sensor({})), own)), [true, at(10)]);
    const kept = { ...own, sensor_name: 'roof', recorded_at: at(6) };
    assert.deepEqual(seen(withReading(silent, kept)), [false, at(8)]);
  });
});

describe('changes of several tanks', () => {
  it('are applied in their order, each to its tank, and leave the others the objects they were', () => {
    const [first, second] = [tank(sensor({})), { ...tank(sensor({})), device_id: '2' }];
    const to = (level: number, hour: number) => ({
      deviceId: '1',
      changed: (each: Tank) => withReading(each, read(level, hour)),
    });
    const after = withChanges([first, second], [to(40, 10), to(30, 11)]);
    assert.equal(after[0]?.sensors[0]?.level, 30);
    assert.equal(after[1], second);
    assert.equal(first.sensors[0]?.level, 50);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Tank, TankSensor } from '../api/operations.ts';
import type { FleetView } from './fleet-rows.ts';

// The language is also set on the document, which tests lack.
Object.assign(globalThis, { document: { documentElement: {} } });
const { chosenRows, columns, fleetRows, visibleRange } = await import('./fleet-rows.ts');

const all: FleetView = {
  search: '',
  group: undefined,
  status: undefined,
  sortBy: 'name',
  isDescending: false,
};

function sensor(facts: Partial<TankSensor>): TankSensor {
  return {
    sensor_name: 'main',
    level: 50,
    level_cm: null,
    volume: null,
    temperature: null,
    pump_status: null,
    status: 'normal',
    recorded_at: '2026-11-21T08:00:00.000Z',
    capacity: null,
    high_threshold: null,
    low_threshold: null,
    unit: 'percent',
    daily_use: null,
    time_to_empty: null,
    latch: null,
    doubt: null,
    ...facts,
  };
}

function tank(id: number, facts: Partial<Tank> = {}): Tank {
  return {
    device_id: String(id),
    device_name: `Tank ${id}`,
    mac_or_serial: `AA:BB:CC:DD:EE:${String(id).padStart(2, '0')}`,
    is_primary: id === 1,
    role: 'owner',
    online: true,
    last_seen_at: '2026-11-21T08:00:00.000Z',
    location: null,
    refused: null,
    battery: null,
    signal: null,
    key: { required: false, only_signed: false, last_signed_at: null, refused: null },
    unread_alerts: 0,
    sensors: [sensor({})],
    pump: null,
    ...facts,
  };
}

const names = (tanks: Tank[], view: Partial<FleetView>) =>
  fleetRows(tanks, { ...all, ...view }).map(({ name }) => name);

describe('the lines of a fleet', () => {
  it('sorts numbers in names as numbers', () => {
    assert.deepEqual(names([tank(10), tank(9), tank(1)], {}), ['Tank 1', 'Tank 9', 'Tank 10']);
  });

  it('puts what is not known last both ways', () => {
    const tanks = [tank(1, { sensors: [] }), tank(2), tank(3, { sensors: [sensor({ level: 9 })] })];
    assert.deepEqual(names(tanks, { sortBy: 'level' }), ['Tank 3', 'Tank 2', 'Tank 1']);
    assert.deepEqual(names(tanks, { sortBy: 'level', isDescending: true }), [
      'Tank 2',
      'Tank 3',
      'Tank 1',
    ]);
  });

  it('begins with what is most urgent when sorted by status', () => {
    const tanks = [
      tank(1),
      tank(2, { sensors: [sensor({ status: 'critical' })] }),
      tank(3, { sensors: [sensor({ status: 'warning' })] }),
    ];
    assert.deepEqual(names(tanks, { sortBy: 'status' }), ['Tank 2', 'Tank 3', 'Tank 1']);
  });

  it('finds by a part of the name or the MAC', () => {
    const tanks = [tank(1, { device_name: 'School roof' }), tank(2, { device_name: null })];
    assert.deepEqual(names(tanks, { search: ' roof ' }), ['School roof']);
    assert.deepEqual(names(tanks, { search: 'ee:02' }), ['Your tank']);
  });

  it('filters by a group, and finds by its name', () => {
    const tanks = [tank(1), tank(2), tank(3)];
    const groups = [
      { id: 7, name: 'Estate A', device_ids: ['1', '3'] },
      { id: 8, name: 'Estate B', device_ids: ['3'] },
    ];
    const named = (view: Partial<FleetView>) =>
      fleetRows(tanks, { ...all, ...view }, groups).map(({ name }) => name);
    assert.deepEqual(named({ group: '7' }), ['Tank 1', 'Tank 3']);
    assert.deepEqual(named({ group: '7', search: 'tank 3' }), ['Tank 3']);
    assert.deepEqual(named({ search: 'estate' }), ['Tank 1', 'Tank 3']);
    assert.deepEqual(named({ search: 'estate b' }), ['Tank 3']);
    assert.deepEqual(named({ group: '9' }), []);
  });

  it('filters by what was never heard, what is offline, and by status', () => {
    const tanks = [
      tank(1),
      tank(2, { online: false }),
      tank(3, { online: false, last_seen_at: null, sensors: [] }),
    ];
    assert.deepEqual(names(tanks, { status: 'offline' }), ['Tank 2']);
    assert.deepEqual(names(tanks, { status: 'never_heard' }), ['Tank 3']);
    assert.deepEqual(names(tanks, { status: 'normal' }), ['Tank 1', 'Tank 2']);
  });

  it('are chosen one by one, by name, also before a device has a sensor', () => {
    const two = [sensor({}), sensor({ sensor_name: 'well' })];
    const tanks = [tank(10), tank(9, { sensors: two }), tank(1)];
    const chosen = (...keys: string[]) => chosenRows(tanks, new Set(keys)).map(({ key }) => key);
    assert.deepEqual(chosen(), []);
    assert.deepEqual(chosen('10 main', '9 well'), ['9 well', '10 main']);
    assert.deepEqual(chosen('9'), ['9 main', '9 well']);
  });

  it('has a line for each sensor', () => {
    const two = tank(1, { sensors: [sensor({}), sensor({ sensor_name: 'roof' })] });
    assert.deepEqual(names([two], {}), ['Tank 1 · main', 'Tank 1 · roof']);
  });

  it('loses and doubles nothing, however it is sorted', () => {
    const tanks = fc
      .uniqueArray(fc.integer({ min: 0, max: 99 }))
      .map((ids) => ids.map((id) => tank(id)));
    fc.assert(
      fc.property(
        tanks,
        fc.constantFrom(...columns),
        fc.boolean(),
        (fleet, sortBy, isDescending) => {
          const shown = fleetRows(fleet, { ...all, sortBy, isDescending }).map(({ key }) => key);
          assert.deepEqual(shown.sort(), fleet.map(({ device_id }) => `${device_id} main`).sort());
        },
      ),
    );
  });
});

describe('which lines of a long list are drawn', () => {
  it('draws a few around what is seen', () => {
    assert.deepEqual(visibleRange(500, 48, 0, 480), { from: 0, until: 18 });
    assert.deepEqual(visibleRange(500, 48, 4_800, 480), { from: 92, until: 118 });
    assert.deepEqual(visibleRange(3, 48, 0, 480), { from: 0, until: 3 });
    assert.deepEqual(visibleRange(0, 48, 100, 480), { from: 0, until: 0 });
  });

  it('covers every line that is seen, and never more than there are', () => {
    fc.assert(
      fc.property(
        fc.nat(2_000),
        fc.nat(100_000),
        fc.integer({ min: 1, max: 2_000 }),
        (count, y, h) => {
          const { from, until } = visibleRange(count, 48, y, h);
          assert.ok(from >= 0 && from <= until && until <= count);
          for (let line = 0; line < count; line++) {
            const isSeen = (line + 1) * 48 > y && line * 48 < y + h;
            if (isSeen) assert.ok(line >= from && line < until);
          }
          assert.ok(until - from <= h / 48 + 18);
        },
      ),
    );
  });
});

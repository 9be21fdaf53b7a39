import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tank, TankSensor } from '../api/operations.ts';

// The language is also set on the document, which tests lack.
Object.assign(globalThis, { document: { documentElement: {} } });
const { homeCards, sumsOf } = await import('./home-cards.ts');

const nothing = { volume: null, capacity: null, level: null };
const sensor = (facts: Partial<TankSensor>) =>
  ({ ...nothing, sensor_name: 'main', status: 'normal', ...facts }) as TankSensor;

const tank = (device_name: string, facts: Partial<Tank> = {}) =>
  ({
    device_id: device_name,
    device_name,
    mac_or_serial: `SN-${device_name}`,
    online: true,
    last_seen_at: '2026-11-21T08:00:00.000Z',
    sensors: [sensor({})],
    ...facts,
  }) as Tank;

const names = (tanks: Tank[], search = '') => homeCards(tanks, search).map(({ key }) => key);

describe('the cards of the home screen', () => {
  const never = tank('never', { online: false, last_seen_at: null, sensors: [] });
  const full = tank('full', { sensors: [sensor({ volume: 900 })] });
  const low = tank('low', { sensors: [sensor({ status: 'warning', volume: 100 })] });
  const dry = tank('dry', { sensors: [sensor({ status: 'critical' })] });
  const away = tank('away', { online: false });
  const all = [never, full, low, dry, away];

  it('stand worst first, and what was never seen last', () => {
    const order = ['dry main', 'low main', 'away main', 'full main', 'never'];
    assert.deepEqual(names(all), order);
  });

  it('are found by name, serial and sensor', () => {
    const two = tank('school', { sensors: [sensor({}), sensor({ sensor_name: 'roof' })] });
    assert.deepEqual(names([full, two], ' ROOF'), ['school roof']);
    assert.deepEqual(names([full, two], 'sn-full'), ['full main']);
    assert.deepEqual(names([full, two], 'school roof'), ['school roof']);
    assert.deepEqual(names([full, two], 'nothing'), []);
  });

  it('come to sums, of litres where any are known', () => {
    const sums = { tanks: 5, critical: 1, warning: 1, offline: 1, litres: 1_000 };
    assert.deepEqual(sumsOf(homeCards(all, '')), sums);
    assert.equal(sumsOf(homeCards([away], '')).litres, null);
    // A card says the litres of a level, too, as before the first reading since the capacity is known.
    const configured = tank('configured', { sensors: [sensor({ capacity: 5_000, level: 40 })] });
    assert.equal(sumsOf(homeCards([...all, configured], '')).litres, 3_000);
  });
});

import fc from 'fast-check';
import type {
  PumpView,
  SensorView,
  TankView,
} from '../../../src/water/doors/home-assistant/tank-view.ts';

/** When each of them was last heard of, and all that lasts began. */
export const since = Date.parse('2026-11-21T08:00:00.000Z');

/** Off, with nothing that waits for it. */
export const pump: PumpView = {
  running: false,
  waiting: null,
  isSteered: false,
  latchedSince: null,
};

/** Sensor with all that a sensor may have. */
export const main: SensorView = {
  sensorNo: 1,
  name: 'main',
  level: 62.5,
  hasLitres: true,
  litres: 3125,
  temperature: 23.5,
  usedToday: 180.25,
  daysLeft: 4.5,
  pump,
};

/** Tank with that sensor, online and without problems. */
export const roof: TankView = {
  deviceId: 7,
  macOrSerial: 'AA:BB:CC:DD:EE:01',
  name: 'Roof',
  language: 'en',
  isOnline: true,
  lastSeenAt: since,
  battery: 81,
  signal: -71,
  problems: [],
  maySwitch: true,
  sensors: [main],
};

const values = fc.option(fc.double({ noNaN: true, min: -100, max: 1e6 }), { nil: null });
const anyPump: fc.Arbitrary<PumpView> = fc.record({
  running: fc.option(fc.boolean(), { nil: null }),
  waiting: fc.option(
    fc.record({
      command: fc.constantFrom('on', 'off', 'auto', 'schedule'),
      since: fc.constant(since),
      isFetched: fc.boolean(),
    }),
    { nil: null },
  ),
  isSteered: fc.boolean(),
  latchedSince: fc.option(fc.constant(since), { nil: null }),
});
const anySensor: fc.Arbitrary<SensorView> = fc.record({
  sensorNo: fc.integer({ min: 1, max: 10_000 }),
  name: fc.string({ minLength: 1 }),
  level: values,
  hasLitres: fc.boolean(),
  litres: values,
  temperature: values,
  usedToday: values,
  daysLeft: values,
  pump: fc.option(anyPump, { nil: null }),
});
/** Any tank that there may be, with up to four sensors. */
export const anyTank: fc.Arbitrary<TankView> = fc.record({
  deviceId: fc.integer({ min: 1, max: 1e12 }),
  macOrSerial: fc.stringMatching(/^[A-Za-z0-9._-]{4,64}$/),
  name: fc.string({ minLength: 1 }),
  language: fc.constantFrom('en', 'sw'),
  isOnline: fc.boolean(),
  lastSeenAt: fc.option(fc.constant(since), { nil: null }),
  battery: values,
  signal: values,
  maySwitch: fc.boolean(),
  problems: fc.array(
    fc.record({
      kind: fc.constant('low'),
      severity: fc.constantFrom('critical', 'warning', 'info'),
      sensorName: fc.option(fc.string(), { nil: null }),
      since: fc.constant(since),
      message: fc.string(),
    }),
  ),
  sensors: fc.uniqueArray(anySensor, { selector: ({ sensorNo }) => sensorNo, maxLength: 4 }),
});

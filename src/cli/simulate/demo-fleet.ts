import { minuteMs } from '../../kit/time/units.ts';
import type { Firmware } from './device/firmware.ts';
import type { SimulateOptions } from './options.ts';
import { siteNear, TOWNS } from './places.ts';
import { createRandom, hashOf } from './tank/random.ts';
import { macAddress, type TankPlan } from './tank/tank-plan.ts';

const DEMO_SEED = 254;

export const DEMO_OWNER = { email: 'demo@kisima.example', password: 'kisima-demo' } as const;

/** So often is something new on the screen, and a pump command obeyed; a real board takes a minute. */
export const DEMO_READS_EVERY_SECONDS = 20;

/** Six named tanks with two weeks of history, which then live at the pace of the clock. */
export function demoFleet(url: string): SimulateOptions {
  return {
    url,
    ...DEMO_OWNER,
    tanks: demoTanks(),
    devices: 6,
    days: 14,
    historyEveryMinutes: 10,
    everySeconds: DEMO_READS_EVERY_SECONDS,
    speed: 1 / 60,
    durationSeconds: null,
    seed: DEMO_SEED,
    concurrency: 12,
    kind: 'mixed',
    sensor: 'good',
    outages: true,
    blackout: null,
    accounts: 1,
    connections: 'kept',
    sockets: 100,
    ca: null,
  };
}

/** The demo's tanks; each comment says what there is to see. */
export function demoTanks(): readonly TankPlan[] {
  return [
    // Rationed town water without a float valve: it spills while the water runs.
    demoTank(0, 'Nyumbani roof tank', 'Nairobi', {
      kind: 'household',
      shape: { form: 'vertical-cylinder', diameterCm: 145, heightCm: 145 },
      dailyLitres: 550,
      mains: mains([1, 3, 6], 4, 14, 3.5, null),
    }),
    // A pump that keeps itself between two marks; weekends stand still.
    demoTank(1, 'Shule kitchen tank', 'Kisumu', {
      kind: 'school',
      shape: { form: 'vertical-cylinder', diameterCm: 235, heightCm: 235 },
      dailyLitres: 3200,
      pump: { litresPerMinute: 60, window: { from: 300, until: 420 } },
      control: { mode: 'auto', turnOnBelow: 35, turnOffAbove: 85 },
    }),
    // Scarce water and nobody pumps: low every few days, empty now and then.
    demoTank(2, 'Kibanda water point', 'Garissa', {
      kind: 'household',
      shape: { form: 'vertical-cylinder', diameterCm: 185, heightCm: 190 },
      dailyLitres: 900,
      initialFill: 0.4,
      mains: mains([2, 4, 6], 21, 5, 5, 96),
    }),
    // A lying steel tank, filled by the clock every morning.
    demoTank(3, 'Shamba irrigation tank', 'Nakuru', {
      kind: 'farm',
      shape: { form: 'horizontal-cylinder', diameterCm: 200, lengthCm: 640 },
      dailyLitres: 7500,
      pump: { litresPerMinute: 70, window: { from: 270, until: 375 } },
      control: { mode: 'schedule', turnOnBelow: 35, turnOffAbove: 85 },
    }),
    // Masonry, with both supplies.
    demoTank(4, 'Zahanati clinic tank', 'Machakos', {
      kind: 'school',
      shape: { form: 'cuboid', lengthCm: 244, widthCm: 244, heightCm: 244 },
      dailyLitres: 2600,
      mains: mains([0, 2, 4], 1, 6, 12, 96),
      pump: { litresPerMinute: 45, window: { from: 300, until: 360 } },
      control: { mode: 'auto', turnOnBelow: 45, turnOffAbove: 90 },
    }),
    // Cattle and a kitchen garden on a borehole; its clock is ahead, its network poor.
    demoTank(5, "Ng'ombe trough tank", 'Kitui', {
      kind: 'farm',
      shape: { form: 'cuboid', lengthCm: 300, widthCm: 200, heightCm: 160 },
      dailyLitres: 3000,
      pump: { litresPerMinute: 80, window: { from: 300, until: 345 } },
      control: { mode: 'auto', turnOnBelow: 30, turnOffAbove: 90 },
      firmware: { ...STEADY, clockOffsetMs: 9 * minuteMs, networkFails: true },
    }),
  ];
}

const STEADY: Firmware = {
  stampsEveryReading: true,
  sendsSensorName: true,
  sendsApiKey: false,
  clockOffsetMs: 0,
  clockDriftPpm: 0,
  networkFails: false,
};

type DemoTraits = Pick<TankPlan, 'kind' | 'shape' | 'dailyLitres'> & Partial<TankPlan>;

function demoTank(
  index: number,
  deviceName: string,
  townName: string,
  traits: DemoTraits,
): TankPlan {
  const town = TOWNS.find(({ name }) => name === townName) ?? TOWNS[0];
  return {
    mac: macAddress(DEMO_SEED, index),
    seed: hashOf(`${DEMO_SEED}/${index}`),
    deviceName,
    sensorName: 'tank',
    sensor: 'good',
    initialFill: 0.6,
    mains: null,
    pump: { litresPerMinute: 30, window: { from: 300, until: 330 } },
    control: { mode: 'off', turnOnBelow: 35, turnOffAbove: 85 },
    town,
    site: siteNear(town, createRandom(DEMO_SEED, index, 'site')),
    thresholds: { high: 90, low: 20 },
    firmware: { ...STEADY, stampsEveryReading: index % 2 === 0 },
    ...traits,
  };
}

function mains(
  weekdays: readonly number[],
  fromHour: number,
  untilHour: number,
  litresPerMinute: number,
  floatValveAt: number | null,
): NonNullable<TankPlan['mains']> {
  const window = { from: fromHour * 60, until: untilHour * 60 };
  return { weekdays, window, litresPerMinute, reliability: 0.9, floatValveAt };
}

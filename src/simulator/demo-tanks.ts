import { minuteMs } from '../kit/time/units.ts';
import { steadyFirmware } from './board.ts';
import { siteNear, towns } from './places.ts';
import { createRandom, hashOf } from './random.ts';
import { sensors } from './sensor.ts';
import type { Mains } from './supply.ts';
import { macAddress, type TankPlan } from './tank-plan.ts';

export const demoSeed = 254;

/** Tanks of the demo; each comment names what it shows. */
export function demoTanks(): readonly TankPlan[] {
  return [
    // Rationed town water without a float valve: it overflows while the water runs.
    demoTank(0, 'Nyumbani roof tank', 'Nairobi', {
      kind: 'household',
      shape: { shape: 'upright_cylinder', diameter_cm: 145, height_cm: 145 },
      dailyLitres: 550,
      mains: mains([1, 3, 6], 4, 14, 3.5, null),
    }),
    // A pump that switches itself between two levels; no use at weekends.
    demoTank(1, 'Shule kitchen tank', 'Kisumu', {
      kind: 'school',
      shape: { shape: 'upright_cylinder', diameter_cm: 235, height_cm: 235 },
      dailyLitres: 3200,
      pump: { litresPerMinute: 60, hours: { from: 300, until: 420 } },
      control: { mode: 'auto', turnOnBelow: 35, turnOffAbove: 85 },
    }),
    // Scarce water without a pump: low every few days, empty now and then.
    demoTank(2, 'Kibanda water point', 'Garissa', {
      kind: 'household',
      shape: { shape: 'upright_cylinder', diameter_cm: 185, height_cm: 190 },
      dailyLitres: 900,
      initialFill: 0.4,
      mains: mains([2, 4, 6], 21, 5, 5, 96),
    }),
    // A lying steel tank, filled by the clock every morning.
    demoTank(3, 'Shamba irrigation tank', 'Nakuru', {
      kind: 'farm',
      shape: { shape: 'lying_cylinder', diameter_cm: 200, length_cm: 640 },
      dailyLitres: 7500,
      pump: { litresPerMinute: 70, hours: { from: 270, until: 375 } },
      control: { mode: 'schedule', turnOnBelow: 35, turnOffAbove: 85 },
    }),
    // Masonry, with both supplies.
    demoTank(4, 'Zahanati clinic tank', 'Machakos', {
      kind: 'school',
      shape: { shape: 'box', length_cm: 244, width_cm: 244, height_cm: 244 },
      dailyLitres: 2600,
      mains: mains([0, 2, 4], 1, 6, 12, 96),
      pump: { litresPerMinute: 45, hours: { from: 300, until: 360 } },
      control: { mode: 'auto', turnOnBelow: 45, turnOffAbove: 90 },
    }),
    // Cattle and a kitchen garden on a borehole; its clock is ahead, its network poor.
    demoTank(5, "Ng'ombe trough tank", 'Kitui', {
      kind: 'farm',
      shape: { shape: 'box', length_cm: 300, width_cm: 200, height_cm: 160 },
      dailyLitres: 3000,
      pump: { litresPerMinute: 80, hours: { from: 300, until: 345 } },
      control: { mode: 'auto', turnOnBelow: 30, turnOffAbove: 90 },
      firmware: { ...steadyFirmware, clockOffsetMs: 9 * minuteMs, networkFails: true },
    }),
  ];
}

type DemoTraits = Pick<TankPlan, 'kind' | 'shape' | 'dailyLitres'> & Partial<TankPlan>;

function demoTank(
  index: number,
  deviceName: string,
  townName: string,
  traits: DemoTraits,
): TankPlan {
  const town = towns.find(({ name }) => name === townName);
  if (town === undefined) throw new RangeError(`no town ${townName}`);
  return {
    mac: macAddress(demoSeed, index),
    seed: hashOf(`${demoSeed}/${index}`),
    deviceName,
    sensorName: 'tank',
    sensor: sensors.good,
    initialFill: 0.6,
    mains: null,
    pump: { litresPerMinute: 30, hours: { from: 300, until: 330 } },
    control: { mode: 'off', turnOnBelow: 35, turnOffAbove: 85 },
    town,
    site: siteNear(town, createRandom(demoSeed, index, 'site')),
    thresholds: { high: 90, low: 20 },
    firmware: { ...steadyFirmware, stampsEveryReading: index % 2 === 0 },
    ...traits,
  };
}

/** Town water on these weekdays between two hours, with a float valve at so many percent. */
function mains(
  weekdays: readonly number[],
  fromHour: number,
  untilHour: number,
  litresPerMinute: number,
  floatValveAt: number | null,
): Mains {
  const hours = { from: fromHour * 60, until: untilHour * 60 };
  return { weekdays, hours, litresPerMinute, reliability: 0.9, floatValveAt };
}

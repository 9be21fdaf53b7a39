import { fullLitres } from '../water/tank-shapes/litres-at-height.ts';
import type { TankShape } from '../water/tank-shapes/tank-shape.ts';
import { type Firmware, randomFirmware } from './board.ts';
import { type Point, siteNear, type Town, towns } from './places.ts';
import { type PremisesKind, premisesKinds } from './premises.ts';
import { createRandom, hashOf, pick, type Random, uniform } from './random.ts';
import { type Sensor, type SensorGrade, sensors } from './sensor.ts';
import type { Mains, Pump, PumpControl, Tanker } from './supply.ts';

/** Everything about a tank, its premises, its supplies and its device before the simulation. */
export type TankPlan = {
  /** MAC of its device, locally administered (02:…). */
  mac: string;
  /** Seed of every random stream of this device. */
  seed: number;
  deviceName: string;
  sensorName: string;
  kind: PremisesKind;
  shape: TankShape;
  sensor: Sensor;
  /** Litres on an ordinary day. */
  dailyLitres: number;
  /** Share of the capacity at the start, 0 to 1. */
  initialFill: number;
  mains: Mains | null;
  tanker?: Tanker;
  pump: Pump;
  control: PumpControl;
  town: Town;
  site: Point;
  thresholds: { high: number; low: number };
  firmware: Firmware;
};

/** Choices by which a fleet is drawn; the same choices give the same fleet. */
export type FleetChoices = {
  seed: number;
  kind: PremisesKind | 'mixed';
  sensor: SensorGrade;
  /** Set if networks fail, answers are lost and clocks are wrong. */
  outages: boolean;
};

type Range = readonly [low: number, high: number];
/** Tanks, daily use as a share of them, and supplies in litres a minute, by kind of premises. */
type Traits = {
  shapes: readonly TankShape[];
  use: Range;
  mainsChance: number;
  mains: Range;
  pump: Range;
  modes: readonly PumpControl['mode'][];
};

const plastic = (diameter_cm: number, height_cm = diameter_cm): TankShape => {
  return { shape: 'upright_cylinder', diameter_cm, height_cm };
};
const masonry = (length_cm: number, width_cm: number, height_cm: number): TankShape => {
  return { shape: 'box', length_cm, width_cm, height_cm };
};

const traitsOf: Record<PremisesKind, Traits> = {
  household: {
    shapes: [plastic(110), plastic(145), plastic(185, 190)],
    use: [0.15, 0.3],
    mainsChance: 0.8,
    mains: [4, 10],
    pump: [15, 30],
    modes: ['schedule', 'schedule', 'auto', 'off'],
  },
  school: {
    shapes: [plastic(235), masonry(244, 244, 244)],
    use: [0.2, 0.4],
    mainsChance: 0.6,
    mains: [10, 25],
    pump: [40, 80],
    modes: ['auto', 'auto', 'schedule'],
  },
  farm: {
    shapes: [masonry(400, 300, 200), { shape: 'lying_cylinder', diameter_cm: 200, length_cm: 640 }],
    use: [0.25, 0.5],
    mainsChance: 0,
    mains: [0, 0],
    pump: [60, 150],
    modes: ['auto', 'schedule', 'schedule'],
  },
};

/** Usual rationing plans: some weekdays, some hours, often at night. */
export const rations: readonly Pick<Mains, 'weekdays' | 'hours'>[] = [
  { weekdays: [1, 4], hours: { from: 6 * 60, until: 18 * 60 } },
  { weekdays: [2, 5, 0], hours: { from: 22 * 60, until: 5 * 60 } },
  { weekdays: [1, 3, 6], hours: { from: 4 * 60, until: 10 * 60 } },
  { weekdays: [0, 1, 2, 3, 4, 5, 6], hours: { from: 1 * 60, until: 4 * 60 } },
];

/** Plan of device `index` (from 0): a fleet of 10 is the beginning of a fleet of 10,000. */
export function planTank(fleet: FleetChoices, index: number): TankPlan {
  const random = createRandom(fleet.seed, index, 'plan');
  const drawnKind = pick(random, premisesKinds);
  const kind = fleet.kind === 'mixed' ? drawnKind : fleet.kind;
  const town = pick(random, towns);
  return {
    mac: macAddress(fleet.seed, index),
    seed: hashOf(`${fleet.seed}/${index}`),
    deviceName: `${town.name} ${kind} ${index + 1}`,
    sensorName: pick(random, ['main', 'tank', 'roof']),
    kind,
    sensor: sensors[fleet.sensor],
    ...planWater(random, traitsOf[kind]),
    town,
    site: siteNear(town, random),
    thresholds: { high: pick(random, [85, 90, 95]), low: pick(random, [15, 20, 25, 30]) },
    firmware: randomFirmware(createRandom(fleet.seed, index, 'firmware'), fleet.outages),
  };
}

/** 02, two octets of the seed, three of the index: unique within a fleet by construction. */
export function macAddress(fleetSeed: number, index: number): string {
  const seed = (hashOf(`mac/${fleetSeed}`) & 0xffff).toString(16).padStart(4, '0');
  const digits = `02${seed}${index.toString(16).padStart(6, '0')}`.toUpperCase();
  return digits.replace(/(..)(?=.)/g, '$1:');
}

function planWater(random: Random, traits: Traits) {
  const shape = pick(random, traits.shapes);
  const dailyLitres = uniform(random, ...traits.use) * fullLitres(shape);
  return {
    shape,
    dailyLitres,
    initialFill: uniform(random, 0.35, 0.9),
    mains: random() < traits.mainsChance ? planMains(random, traits) : null,
    pump: planPump(random, traits, dailyLitres),
    control: { mode: pick(random, traits.modes), turnOnBelow: 35, turnOffAbove: 88 },
  };
}

function planPump(random: Random, traits: Traits, dailyLitres: number): Pump {
  const litresPerMinute = uniform(random, ...traits.pump);
  const minutes = (dailyLitres * uniform(random, 0.9, 1.15)) / litresPerMinute;
  return { litresPerMinute, hours: { from: 5 * 60, until: 5 * 60 + Math.round(minutes) } };
}

function planMains(random: Random, traits: Traits): Mains {
  return {
    ...pick(random, rations),
    litresPerMinute: uniform(random, ...traits.mains),
    reliability: uniform(random, 0.6, 0.95),
    floatValveAt: random() < 0.6 ? 96 : null,
  };
}

import { type Firmware, randomFirmware } from '../device/firmware.ts';
import { siteNear, TOWNS, type Town } from '../places.ts';
import { createRandom, hashOf, pick, type Random, uniform } from './random.ts';
import type { SensorGrade } from './sensor.ts';
import type { Mains, Pump, PumpControl, PumpMode } from './supply.ts';
import { capacityLitres, type TankShape } from './tank-shape.ts';
import { TANK_KINDS, type TankKind } from './use-pattern.ts';

export interface TankPlan {
  /** The MAC that names its device, locally administered (02:…). */
  mac: string;
  /** Grows every random stream of this device. */
  seed: number;
  deviceName: string;
  sensorName: string;
  kind: TankKind;
  shape: TankShape;
  sensor: SensorGrade;
  /** Litres on an ordinary day. */
  dailyLitres: number;
  /** Share of the capacity at the start, 0 to 1. */
  initialFill: number;
  mains: Mains | null;
  pump: Pump;
  control: PumpControl;
  town: Town;
  site: { latitude: number; longitude: number };
  thresholds: { high: number; low: number };
  firmware: Firmware;
}

/** What a fleet is drawn by; the same choices are the same fleet. */
export interface FleetChoices {
  seed: number;
  kind: TankKind | 'mixed';
  sensor: SensorGrade;
  /** Whether networks fail, answers get lost and clocks are wrong. */
  outages: boolean;
}

interface KindTraits {
  shapes: readonly TankShape[];
  /** Daily use as a share of the capacity, low to high. */
  use: readonly [number, number];
  mainsChance: number;
  /** Litres a minute. */
  mains: readonly [number, number];
  pump: readonly [number, number];
  modes: readonly PumpMode[];
}

const TRAITS: Record<TankKind, KindTraits> = {
  household: {
    shapes: [
      { form: 'vertical-cylinder', diameterCm: 110, heightCm: 110 },
      { form: 'vertical-cylinder', diameterCm: 145, heightCm: 145 },
      { form: 'vertical-cylinder', diameterCm: 185, heightCm: 190 },
    ],
    use: [0.15, 0.3],
    mainsChance: 0.8,
    mains: [4, 10],
    pump: [15, 30],
    modes: ['schedule', 'schedule', 'auto', 'off'],
  },
  school: {
    shapes: [
      { form: 'vertical-cylinder', diameterCm: 235, heightCm: 235 },
      { form: 'cuboid', lengthCm: 244, widthCm: 244, heightCm: 244 },
    ],
    use: [0.2, 0.4],
    mainsChance: 0.6,
    mains: [10, 25],
    pump: [40, 80],
    modes: ['auto', 'auto', 'schedule'],
  },
  farm: {
    shapes: [
      { form: 'cuboid', lengthCm: 400, widthCm: 300, heightCm: 200 },
      { form: 'horizontal-cylinder', diameterCm: 200, lengthCm: 640 },
    ],
    use: [0.25, 0.5],
    mainsChance: 0,
    mains: [0, 0],
    pump: [60, 150],
    modes: ['auto', 'schedule', 'schedule'],
  },
};

/** The rationing plans one meets: some weekdays, some hours, often at night. */
const RATIONS: readonly Pick<Mains, 'weekdays' | 'window'>[] = [
  { weekdays: [1, 4], window: { from: 6 * 60, until: 18 * 60 } },
  { weekdays: [2, 5, 0], window: { from: 22 * 60, until: 5 * 60 } },
  { weekdays: [1, 3, 6], window: { from: 4 * 60, until: 10 * 60 } },
  { weekdays: [0, 1, 2, 3, 4, 5, 6], window: { from: 1 * 60, until: 4 * 60 } },
];

/** The plan of device `index` (from 0): a fleet of 10 is the beginning of a fleet of 10,000. */
export function planTank(fleet: FleetChoices, index: number): TankPlan {
  const random = createRandom(fleet.seed, index, 'plan');
  const drawnKind = pick(random, TANK_KINDS);
  const kind = fleet.kind === 'mixed' ? drawnKind : fleet.kind;
  const traits = TRAITS[kind];
  const town = pick(random, TOWNS);
  return {
    mac: macAddress(fleet.seed, index),
    seed: hashOf(`${fleet.seed}/${index}`),
    deviceName: `${town.name} ${kind} ${index + 1}`,
    sensorName: pick(random, ['main', 'tank', 'roof']),
    kind,
    sensor: fleet.sensor,
    ...planWater(random, traits),
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

function planWater(random: Random, traits: KindTraits) {
  const shape = pick(random, traits.shapes);
  const dailyLitres = uniform(random, ...traits.use) * capacityLitres(shape);
  return {
    shape,
    dailyLitres,
    initialFill: uniform(random, 0.35, 0.9),
    mains: random() < traits.mainsChance ? planMains(random, traits) : null,
    pump: planPump(random, traits, dailyLitres),
    control: { mode: pick(random, traits.modes), turnOnBelow: 35, turnOffAbove: 88 },
  };
}

function planPump(random: Random, traits: KindTraits, dailyLitres: number): Pump {
  const litresPerMinute = uniform(random, ...traits.pump);
  const minutes = (dailyLitres * uniform(random, 0.9, 1.15)) / litresPerMinute;
  return { litresPerMinute, window: { from: 5 * 60, until: 5 * 60 + Math.round(minutes) } };
}

function planMains(random: Random, traits: KindTraits): Mains {
  return {
    ...pick(random, RATIONS),
    litresPerMinute: uniform(random, ...traits.mains),
    reliability: uniform(random, 0.6, 0.95),
    floatValveAt: random() < 0.6 ? 96 : null,
  };
}

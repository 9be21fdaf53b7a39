/** From the true level to the percent that the sensor gives. */
import { DAY, MINUTE, NAIROBI_OFFSET } from './clock.ts';
import { type Noise, noiseOf } from './noise.ts';
import type { Minutes } from './premises.ts';
import type { Chance } from './random.ts';
import { levelAt, minuteAt } from './truth.ts';

export type SensorSpec = {
  /** How the noise hangs together in time; its size is `sigma`. White when left out. */
  noise?: Noise;
  /**
   * What the board makes of its samples. `average` and `exponential` lag behind the level as well; the noise of the
   * single samples is made so much larger that what is reported has the standard deviation asked for.
   */
  filter?:
    | { type: 'average'; samples: number; everyMinutes: number }
    | { type: 'exponential'; tauMinutes: number; everyMinutes: number }
    | { type: 'hold'; minutes: number };
  /** The reported percent is a multiple of this. */
  roundPercent?: number;
  /** The board reports whole multiples of so many centimetres, and the server makes percent of them. */
  roundCm?: number;
  /**
   * An ultrasonic head cannot measure nearer than its blind distance (JSN-SR04T: 20 to 25 cm; A02YYUW: 3 cm; from
   * their data sheets, from memory). Above it shows full, or zero, or the echo that went to and fro more than once.
   */
  deadZone?: { blindCm: number; headAboveFullCm: number; shows: 'full' | 'zero' | 'multiple' };
  /** Share of readings that are 0 for no reason. */
  zeroRate?: number;
  /** Share of readings at which a false echo begins; it lasts 1 to `longest` readings and is off by 10 to 60 %. */
  falseEcho?: { rate: number; longest: number };
  /** Amplitude of a slow swing with the heat of the day, percent of full scale; highest about 15:00. */
  driftPercent?: number;
  /** Standard deviation of the waves while water falls in, percent of full scale. */
  ripplePercent?: number;
  /** A float that sticks until the level has moved so many percent away, more or less, then lets go. */
  stickPercent?: number;
  /** Every second reading is 0 (a bad contact, or a second head that is not there). */
  everySecondZero?: boolean;
};

export type Sensor = {
  /** Reads at an instant (epoch ms); instants must not go back. Never outside 0 to 100. */
  read(at: number): number;
};

/**
 * Height of the water when full, cm. Makers' tables (Kentank, Roto, Toptank; from memory): 500 l 95, 1,000 l 120,
 * 5,000 l 200, 10,000 l 270, 24,000 l 330: about 120 × (litres / 1,000)^0.33. Upright cylinder: percent of height
 * is percent of litres.
 */
export function heightCm(capacityLitres: number): number {
  return 120 * (capacityLitres / 1000) ** 0.33;
}

/** The standard deviation that single samples need so that the filtered value has sigma 1. */
function gainOf(filter: SensorSpec['filter']): number {
  if (filter?.type === 'average') return Math.sqrt(filter.samples);
  if (filter?.type === 'exponential') {
    const share = 1 - Math.exp(-filter.everyMinutes / filter.tauMinutes);
    return Math.sqrt((2 - share) / share);
  }
  return 1;
}

const held = (percent: number) => Math.min(100, Math.max(0, percent));

/** What reaches the head: the level with waves, heat, false echoes and the dead zone; no noise yet. */
function physics(spec: SensorSpec, minutes: Minutes, chance: Chance): (at: number) => number {
  const height = heightCm(minutes.capacity);
  const warmth = Array.from({ length: minutes.days + 2 }, () => chance.between(0.5, 1.2));
  let echoLeft = 0;
  let echoBy = 0;
  let stuck: number | null = null;
  let grip = spec.stickPercent ?? 0;
  return (at) => {
    let percent = (100 * levelAt(minutes, at)) / minutes.capacity;
    if (spec.ripplePercent && (minutes.filled[minuteAt(minutes, at)] as number) > 0) {
      percent += spec.ripplePercent * chance.normal();
    }
    if (spec.driftPercent) {
      const local = at + NAIROBI_OFFSET;
      const hour = ((local % DAY) / DAY) * 24;
      const day = Math.max(0, Math.floor((at - minutes.start) / DAY));
      percent +=
        spec.driftPercent * (warmth[day] ?? 1) * Math.cos((2 * Math.PI * (hour - 15)) / 24);
    }
    if (spec.stickPercent) {
      if (stuck === null || Math.abs(percent - stuck) > grip) {
        stuck = percent;
        grip = spec.stickPercent * chance.between(0.6, 1.5);
      }
      percent = stuck;
    }
    if (spec.deadZone) {
      const { blindCm, headAboveFullCm, shows } = spec.deadZone;
      const distance = headAboveFullCm + (height * (100 - percent)) / 100;
      if (distance < blindCm) {
        if (shows === 'full') percent = 100;
        else if (shows === 'zero') return Number.NEGATIVE_INFINITY;
        else {
          const seen = distance * Math.max(2, Math.ceil(blindCm / Math.max(1, distance)));
          percent = 100 - (100 * (seen - headAboveFullCm)) / height;
        }
      }
    }
    if (spec.falseEcho) {
      if (echoLeft === 0 && chance.happens(spec.falseEcho.rate)) {
        echoLeft = chance.whole(1, spec.falseEcho.longest);
        echoBy = chance.between(10, 60) * (chance.happens(0.5) ? 1 : -1);
      }
      if (echoLeft > 0) {
        echoLeft -= 1;
        percent = held(percent + echoBy);
      }
    }
    return percent;
  };
}

/** The board's filter over samples taken on its own beat. Gives the value in force at an instant. */
function filtered(
  spec: SensorSpec,
  start: number,
  sample: (at: number) => number,
): (at: number) => number {
  const { filter } = spec;
  if (filter === undefined) return sample;
  const beat = (filter.type === 'hold' ? filter.minutes : filter.everyMinutes) * MINUTE;
  let next = start;
  let value = 0;
  let begun = false;
  const last: number[] = [];
  return (at) => {
    for (; next <= at || !begun; next += beat) {
      const fresh = sample(next);
      if (filter.type === 'hold') value = fresh;
      else if (filter.type === 'exponential') {
        const share = begun ? 1 - Math.exp(-filter.everyMinutes / filter.tauMinutes) : 1;
        value += share * (fresh - value);
      } else {
        last.push(fresh);
        if (last.length > filter.samples) last.shift();
        value = last.reduce((sum, one) => sum + one, 0) / last.length;
      }
      begun = true;
    }
    return value;
  };
}

/** A sensor over a played premises, with noise of `sigma` percent of full scale (standard deviation). */
export function sensorOf(
  spec: SensorSpec,
  sigma: number,
  minutes: Minutes,
  chance: Chance,
): Sensor {
  const level = physics(spec, minutes, chance);
  const noise = noiseOf(spec.noise ?? { type: 'white' }, sigma * gainOf(spec.filter), chance);
  const value = filtered(spec, minutes.start, (at) => level(at) + noise(at));
  const height = heightCm(minutes.capacity);
  let count = 0;
  return {
    read(at) {
      count += 1;
      let percent = held(value(at));
      if (spec.roundCm)
        percent = held(
          (100 * Math.round((percent * height) / 100 / spec.roundCm) * spec.roundCm) / height,
        );
      if (spec.roundPercent) percent = Math.round(percent / spec.roundPercent) * spec.roundPercent;
      if (spec.everySecondZero && count % 2 === 0) return 0;
      if (spec.zeroRate && chance.happens(spec.zeroRate)) return 0;
      // Two decimals are what boards send; rounding to 0.01 is far below any noise here.
      return Math.round(percent * 100) / 100;
    },
  };
}

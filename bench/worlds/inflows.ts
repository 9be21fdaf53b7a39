/** Ways in which a tank is filled. Each is asked once a minute and answers with the litres that come in that minute. */
import { DAY_MINUTES } from './clock.ts';
import type { Chance } from './random.ts';

/** What a source can see. */
export type Moment = {
  /** Minutes since the first midnight. */
  minute: number;
  /** 0 for Sunday to 6 for Saturday. */
  weekday: number;
  /** Litres in the tank at the start of the minute. */
  level: number;
  capacity: number;
  /** Rain, mm in this minute. */
  rain: number;
};

export type Inflow = (moment: Moment) => number;

export type InflowSpec =
  /** A pump on a level switch; hours as [from, to] when a timer lets it run only then. */
  | {
      type: 'switch';
      startPercent: number;
      stopPercent: number;
      percentPerHour: number;
      hours?: [number, number][];
    }
  /** A person starts the pump when the tank looks low and stops it some minutes after it runs over. */
  | { type: 'by-hand'; belowPercent: number; percentPerHour: number; hours: number[] }
  /** A small borehole or solar pump that trickles all day; a float switch stops it near full. */
  | { type: 'slow'; percentPerHour: number; solar: boolean }
  /** Rationed mains through a ball valve: weekdays and hours; on some days nothing comes. */
  | {
      type: 'municipal';
      weekdays: number[];
      from: number;
      hours: number;
      percentPerHour: number;
      fails: number;
    }
  /** A lorry ordered when the tank is low; it empties itself in 15 minutes. */
  | { type: 'bowser'; litres: number; belowPercent: number }
  /** A roof of so many square metres, with a first-flush loss. */
  | { type: 'rain'; roof: number }
  /** Constant mains and a quick ball valve: the inflow follows the draw within a minute or two. */
  | { type: 'mains'; litresPerMinute: number }
  | { type: 'none' };

/**
 * A ball valve: open below, throttling over its last `travel` percent below 97 %, shut above. The arm and float of
 * a 1/2 to 1 inch valve close over some 5 to 10 cm: about 4 %. An equilibrium or magnetic valve takes 1 to 2 cm.
 */
function ballValve(moment: Moment, travel = 4): number {
  const percent = (100 * moment.level) / moment.capacity;
  return Math.min(1, Math.max(0, (97 - percent) / travel));
}

function perMinute(percentPerHour: number, capacity: number): number {
  return (percentPerHour / 6000) * capacity;
}

function within(minute: number, hours: [number, number][] | undefined): boolean {
  if (hours === undefined) return true;
  const clock = (minute % DAY_MINUTES) / 60;
  return hours.some(([from, to]) => clock >= from && clock < to);
}

/** Cuts of mains electricity: one in five days, for 20 minutes to 4 hours. Gives true while the power is off. */
function powerCuts(chance: Chance): (minute: number) => boolean {
  let from = Math.round(chance.exponential(5 * DAY_MINUTES));
  let to = from + chance.whole(20, 240);
  return (minute) => {
    if (minute >= to) {
      from = minute + 1 + Math.round(chance.exponential(5 * DAY_MINUTES));
      to = from + chance.whole(20, 240);
    }
    return minute >= from && minute < to;
  };
}

/** Slow wander of a pressure or a pump's flow around 1: correlation of about 40 minutes. */
function wander(chance: Chance, spread: number): () => number {
  const keep = Math.exp(-1 / 40);
  let state = chance.normal();
  return () => {
    state = keep * state + Math.sqrt(1 - keep * keep) * chance.normal();
    return Math.max(0.2, 1 + spread * state);
  };
}

function switchPump(spec: Extract<InflowSpec, { type: 'switch' }>, chance: Chance): Inflow {
  const off = powerCuts(chance);
  const flow = wander(chance, 0.02);
  let running = false;
  return ({ minute, level, capacity }) => {
    const rate = flow();
    const percent = (100 * level) / capacity;
    if (percent <= spec.startPercent) running = true;
    if (percent >= spec.stopPercent) running = false;
    if (!running || off(minute) || !within(minute, spec.hours)) return 0;
    return rate * perMinute(spec.percentPerHour, capacity);
  };
}

function byHand(spec: Extract<InflowSpec, { type: 'by-hand' }>, chance: Chance): Inflow {
  const off = powerCuts(chance);
  const flow = wander(chance, 0.02);
  let begins = -1;
  let stops = Number.POSITIVE_INFINITY;
  let running = false;
  return ({ minute, level, capacity }) => {
    const rate = flow();
    const percent = (100 * level) / capacity;
    const look = spec.hours.some((hour) => minute % DAY_MINUTES === Math.round(hour * 60));
    if (look && !running && percent < spec.belowPercent) begins = minute + chance.whole(0, 25);
    if (minute === begins) {
      running = true;
      stops = Number.POSITIVE_INFINITY;
    }
    if (running && percent >= 99.9 && stops === Number.POSITIVE_INFINITY)
      stops = minute + chance.whole(1, 25);
    if (minute >= stops) running = false;
    return running && !off(minute) ? rate * perMinute(spec.percentPerHour, capacity) : 0;
  };
}

function slow(spec: Extract<InflowSpec, { type: 'slow' }>, chance: Chance): Inflow {
  const flow = wander(chance, spec.solar ? 0.15 : 0.03);
  let full = false;
  return ({ minute, level, capacity }) => {
    const rate = flow();
    const percent = (100 * level) / capacity;
    // The float hangs on half a metre of cable: it lets the water fall by 25 to 35 cm before it starts the pump again.
    if (percent >= 97) full = true;
    if (percent <= 82) full = false;
    if (full) return 0;
    // On the equator the sun stands up from about 06:30 to 18:30; a solar pump lifts nothing in weak light.
    const clock = (minute % DAY_MINUTES) / 60;
    const light = Math.sin((Math.PI * (clock - 6.5)) / 12);
    const sun = clock > 6.5 && clock < 18.5 ? Math.max(0, (light - 0.25) / 0.75) : 0;
    return rate * (spec.solar ? sun : 1) * perMinute(spec.percentPerHour, capacity);
  };
}

function municipal(spec: Extract<InflowSpec, { type: 'municipal' }>, chance: Chance): Inflow {
  const flow = wander(chance, 0.12);
  let from = -1;
  let to = -1;
  return (moment) => {
    const rate = flow();
    if (
      moment.minute % DAY_MINUTES === 0 &&
      spec.weekdays.includes(moment.weekday) &&
      !chance.happens(spec.fails)
    ) {
      // The turncock opens the valve give or take 20 minutes.
      from = moment.minute + Math.round(spec.from * 60 + 20 * chance.normal());
      to = from + Math.round(spec.hours * 60 + 20 * chance.normal());
    }
    if (moment.minute < from || moment.minute >= to) return 0;
    return rate * ballValve(moment) * perMinute(spec.percentPerHour, moment.capacity);
  };
}

function bowser(spec: Extract<InflowSpec, { type: 'bowser' }>, chance: Chance): Inflow {
  let arrives = -1;
  let left = 0;
  return ({ minute, level, capacity }) => {
    const clock = (minute % DAY_MINUTES) / 60;
    const low = 100 * level < spec.belowPercent * capacity;
    if (arrives < 0 && left <= 0 && low && clock > 7 && clock < 18) {
      arrives = minute + chance.whole(90, 600);
      // It comes by daylight only: what would be later than 19:00 comes next morning.
      const hour = (arrives % DAY_MINUTES) / 60;
      if (hour > 19 || hour < 6) arrives += Math.round(((hour > 19 ? 31 : 7) - hour) * 60);
    }
    if (minute === arrives) {
      left = spec.litres;
      arrives = -1;
    }
    // 15 minutes through a 3 inch hose: 333 l/min from a lorry of 5,000 litres. The driver stops at the brim.
    const now = Math.min(left, spec.litres / 15);
    left -= now;
    if (level >= capacity - 1) left = 0;
    return now;
  };
}

function rainRoof(spec: Extract<InflowSpec, { type: 'rain' }>): Inflow {
  let wetted = 0;
  return ({ rain }) => {
    // The first millimetre wets the roof and flushes it; it dries at 1 mm in 10 hours. Iron sheets: 0.85 runs off.
    wetted = Math.max(0, wetted - 1 / 600);
    const lost = Math.min(rain, Math.max(0, 1 - wetted));
    wetted = Math.min(1, wetted + rain);
    return (rain - lost) * spec.roof * 0.85;
  };
}

function mains(spec: Extract<InflowSpec, { type: 'mains' }>, chance: Chance): Inflow {
  const flow = wander(chance, 0.08);
  return (moment) => flow() * ballValve(moment, 0.8) * spec.litresPerMinute;
}

/** The source that a description asks for. */
export function inflowOf(spec: InflowSpec, chance: Chance): Inflow {
  switch (spec.type) {
    case 'switch':
      return switchPump(spec, chance);
    case 'by-hand':
      return byHand(spec, chance);
    case 'slow':
      return slow(spec, chance);
    case 'municipal':
      return municipal(spec, chance);
    case 'bowser':
      return bowser(spec, chance);
    case 'rain':
      return rainRoof(spec);
    case 'mains':
      return mains(spec, chance);
    case 'none':
      return () => 0;
  }
}

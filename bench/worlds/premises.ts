/** The truth about one tank: what is wanted, what comes in, and a water balance minute by minute. */
import { DAY_MINUTES, midnight, weekdayOf } from './clock.ts';
import { apartments, hotel, house, largeHouse } from './homes.ts';
import { type InflowSpec, inflowOf } from './inflows.ts';
import { clinic, irrigation, kiosk, school, type Watering } from './places.ts';
import { type Site, throughPipe } from './pour.ts';
import { chanceOf } from './random.ts';
import { rainFall } from './weather.ts';

export type Users =
  | { type: 'house' | 'large-house'; people: number }
  | { type: 'apartments'; flats: number }
  | { type: 'hotel'; rooms: number }
  | { type: 'school'; pupils: number }
  | { type: 'clinic'; patients: number }
  | ({ type: 'irrigation' } & Watering)
  | { type: 'kiosk'; cans: number }
  | { type: 'idle' };

export type PremisesSpec = {
  capacityLitres: number;
  users: Users;
  inflows: InflowSpec[];
  /** What the outlet lets through, litres per minute. */
  pipe?: number;
  /** A dripping tap (1 to 3 l/h) or a cistern that runs (10 to 40 l/h), litres per hour, all the time. */
  leakLitresPerHour?: number;
  /** A pipe that bursts once, at an instant in the middle of the days, and is repaired after some hours. */
  burst?: { litresPerMinute: number; repairedAfterHours: number };
  /** Level at the start, percent. By default anything from 45 to 90. */
  startPercent?: number;
  /** Begins in the long or the short rains (mid-March to late April, late October to mid-November). */
  wet?: boolean;
};

/** Minute i is [start + i min, start + (i + 1) min). */
export type Minutes = {
  /** Epoch milliseconds of the first midnight in Nairobi. */
  start: number;
  days: number;
  capacity: number;
  startLitres: number;
  /** Litres that left through the outlet: draws, leaks and bursts. */
  used: Float64Array;
  /** The part of it that leaked or burst. */
  leaked: Float64Array;
  /** Litres that came in, with what then ran over. */
  filled: Float64Array;
  /** Litres that ran over. */
  spilt: Float64Array;
  /** Litres in the tank at the end of the minute. */
  level: Float64Array;
  /** The burst, if there was one, as epoch milliseconds. */
  burst: { from: number; to: number } | null;
};

function writeDraws(site: Site, users: Users): void {
  switch (users.type) {
    case 'house':
      house(site, users.people);
      return;
    case 'large-house':
      largeHouse(site, users.people);
      return;
    case 'apartments':
      apartments(site, users.flats);
      return;
    case 'hotel':
      hotel(site, users.rooms);
      return;
    case 'school':
      school(site, users.pupils);
      return;
    case 'clinic':
      clinic(site, users.patients);
      return;
    case 'irrigation':
      irrigation(site, users);
      return;
    case 'kiosk':
      kiosk(site, users.cans);
      return;
    case 'idle':
      return;
  }
}

/** The outlet's limit when none is told: 45 l/min through 25 mm, 200 l/min through 50 mm. */
function pipeOf(users: Users): number {
  return ['hotel', 'apartments', 'school', 'irrigation'].includes(users.type) ? 200 : 45;
}

/** Plays a premises for so many days. The same key gives the same truth. */
export function play(spec: PremisesSpec, days: number, key: string): Minutes {
  const dice = chanceOf(`${key}:start`);
  const wetStart = dice.happens(0.5) ? dice.whole(68, 110) : dice.whole(290, 310);
  const start = midnight(spec.wet ? wetStart : dice.whole(0, 363));
  const total = days * DAY_MINUTES;
  const rain = rainFall(start, days, chanceOf(`${key}:rain`));
  const demand = new Float64Array(total);
  const firstWeekday = weekdayOf(start);
  writeDraws({ demand, days, firstWeekday, rain, chance: chanceOf(`${key}:draws`) }, spec.users);
  throughPipe(demand, spec.pipe ?? pipeOf(spec.users));

  const sources = spec.inflows.map((inflow, i) => inflowOf(inflow, chanceOf(`${key}:inflow:${i}`)));
  const capacity = spec.capacityLitres;
  const startLitres = ((spec.startPercent ?? dice.between(45, 90)) / 100) * capacity;
  const burstFrom = spec.burst ? dice.whole(Math.floor(total * 0.35), Math.floor(total * 0.7)) : -1;
  const burstTo = spec.burst ? burstFrom + Math.round(spec.burst.repairedAfterHours * 60) : -1;
  const empty = () => new Float64Array(total);
  const minutes: Minutes = {
    start,
    days,
    capacity,
    startLitres,
    used: empty(),
    leaked: empty(),
    filled: empty(),
    spilt: empty(),
    level: empty(),
    burst: spec.burst ? { from: start + burstFrom * 60_000, to: start + burstTo * 60_000 } : null,
  };

  let level = startLitres;
  for (let i = 0; i < total; i += 1) {
    const weekday = (firstWeekday + Math.floor(i / DAY_MINUTES)) % 7;
    let filled = 0;
    for (const source of sources) {
      filled += source({ minute: i, weekday, level, capacity, rain: rain[i] as number });
    }
    // Torricelli: the outflow of an opening grows with the root of the head; the tank stands on a tower or a roof.
    const head = Math.sqrt(0.5 + (0.5 * level) / capacity);
    let leak = ((spec.leakLitresPerHour ?? 0) / 60) * head;
    if (spec.burst && i >= burstFrom && i < burstTo) leak += spec.burst.litresPerMinute * head;
    const there = level + filled;
    const wanted = (demand[i] as number) + leak;
    const used = Math.min(wanted, there);
    const spilt = Math.max(0, there - used - capacity);
    level = there - used - spilt;
    minutes.used[i] = used;
    minutes.leaked[i] = wanted > 0 ? (used * leak) / wanted : 0;
    minutes.filled[i] = filled;
    minutes.spilt[i] = spilt;
    minutes.level[i] = level;
  }
  return minutes;
}

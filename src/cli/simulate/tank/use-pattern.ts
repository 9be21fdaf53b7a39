import { nairobiTime } from './nairobi-time.ts';
import { poisson, type Random, uniform } from './random.ts';

export const TANK_KINDS = ['household', 'school', 'farm'] as const;
export type TankKind = (typeof TANK_KINDS)[number];

/** One way of drawing water: its share among the draws, and the litres it takes (low to high). */
interface DrawKind {
  share: number;
  low: number;
  high: number;
}

interface UsePattern {
  /** Relative use in each hour of the day, 0 to 23. */
  hours: readonly number[];
  /** Factor on the day's use, Sunday first. */
  weekdays: readonly number[];
  draws: readonly DrawKind[];
  /** What the outlets let through at most, litres a minute. */
  flow: number;
}

const PATTERNS: Record<TankKind, UsePattern> = {
  // Mornings and evenings; laundry on Saturday.
  household: {
    hours: [0, 0, 0, 0, 1, 4, 9, 8, 5, 4, 4, 4, 6, 5, 3, 3, 4, 6, 9, 9, 7, 5, 2, 1],
    weekdays: [1.1, 0.95, 0.95, 0.95, 0.95, 1, 1.4],
    draws: [
      { share: 0.5, low: 0.5, high: 3 }, // hands, dishes, cooking
      { share: 0.3, low: 6, high: 9 }, // a flush
      { share: 0.16, low: 10, high: 25 }, // a bucket bath or a short shower
      { share: 0.04, low: 40, high: 80 }, // laundry
    ],
    flow: 20,
  },
  // Lessons on weekdays, a morning's cleaning on Saturday, a caretaker on Sunday.
  school: {
    hours: [0, 0, 0, 0, 1, 4, 6, 6, 5, 4, 10, 5, 9, 10, 4, 4, 5, 3, 1, 1, 0, 0, 0, 0],
    weekdays: [0.05, 1, 1, 1, 1, 1, 0.25],
    draws: [
      { share: 0.9, low: 0.5, high: 2 }, // tap stands
      { share: 0.07, low: 6, high: 9 }, // latrines
      { share: 0.02, low: 60, high: 120 }, // kitchen
      { share: 0.01, low: 80, high: 150 }, // cleaning
    ],
    flow: 60,
  },
  // Irrigation in the cool hours, animals at noon; every day of the week.
  farm: {
    hours: [0, 0, 0, 0, 2, 8, 10, 9, 5, 2, 1, 1, 3, 2, 1, 2, 6, 9, 8, 3, 1, 0, 0, 0],
    weekdays: [0.8, 1, 1, 1, 1, 1, 1],
    draws: [
      { share: 0.55, low: 5, high: 20 }, // the house and the yard
      { share: 0.3, low: 40, high: 120 }, // a trough
      { share: 0.15, low: 300, high: 800 }, // a drip block
    ],
    flow: 120,
  },
};

/**
 * The litres that users open taps for: separate draws by a Poisson process whose rate follows the
 * hour and the weekday. `minutes` should stay within one hour.
 */
export function drawLitres(
  kind: TankKind,
  dailyLitres: number,
  at: number,
  minutes: number,
  random: Random,
): number {
  const pattern = PATTERNS[kind];
  const rate = drawsPerMinute(pattern, dailyLitres, at);
  let litres = 0;
  for (let left = poisson(random, rate * minutes); left > 0; left -= 1) {
    litres += oneDraw(pattern.draws, random);
  }
  return litres;
}

/** What the outlets of such a place let through at most, litres a minute. */
export function outletFlow(kind: TankKind): number {
  return PATTERNS[kind].flow;
}

function drawsPerMinute(pattern: UsePattern, dailyLitres: number, at: number): number {
  const { weekday, minuteOfDay } = nairobiTime(at);
  const hourShare = (pattern.hours[Math.floor(minuteOfDay / 60)] ?? 0) / sum(pattern.hours);
  const dayFactor = pattern.weekdays[weekday] ?? 1;
  const drawsPerDay = dailyLitres / meanDraw(pattern.draws);
  return (drawsPerDay * dayFactor * hourShare) / 60;
}

function oneDraw(draws: readonly DrawKind[], random: Random): number {
  let ticket = random();
  for (const draw of draws) {
    ticket -= draw.share;
    if (ticket < 0) return uniform(random, draw.low, draw.high);
  }
  return 0;
}

function meanDraw(draws: readonly DrawKind[]): number {
  return sum(draws.map((draw) => (draw.share * (draw.low + draw.high)) / 2));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

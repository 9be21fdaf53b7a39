import { nairobiTime } from './places.ts';
import { poisson, type Random, uniform } from './random.ts';

export const premisesKinds = ['household', 'school', 'farm'] as const;
/** Kinds of premises. */
export type PremisesKind = (typeof premisesKinds)[number];

/** Use of water at a kind of premises. */
type Premises = {
  /** Relative use in each hour of the day, 0 to 23. */
  hours: readonly number[];
  /** Factor on the day's use, Sunday first. */
  weekdays: readonly number[];
  /** Ways to draw water: their share among the draws, and the litres of one. */
  draws: readonly (readonly [share: number, low: number, high: number])[];
  /** Most that the outlets let through, litres a minute. */
  outletFlow: number;
};

const premises: Record<PremisesKind, Premises> = {
  // Mornings and evenings; laundry on Saturday.
  household: {
    hours: [0, 0, 0, 0, 1, 4, 9, 8, 5, 4, 4, 4, 6, 5, 3, 3, 4, 6, 9, 9, 7, 5, 2, 1],
    weekdays: [1.1, 0.95, 0.95, 0.95, 0.95, 1, 1.4],
    draws: [
      [0.5, 0.5, 3], // hands, dishes, cooking
      [0.3, 6, 9], // a flush
      [0.16, 10, 25], // a bucket bath or a short shower
      [0.04, 40, 80], // laundry
    ],
    outletFlow: 20,
  },
  // Lessons on weekdays, a morning's cleaning on Saturday, a caretaker on Sunday.
  school: {
    hours: [0, 0, 0, 0, 1, 4, 6, 6, 5, 4, 10, 5, 9, 10, 4, 4, 5, 3, 1, 1, 0, 0, 0, 0],
    weekdays: [0.05, 1, 1, 1, 1, 1, 0.25],
    draws: [
      [0.9, 0.5, 2], // tap stands
      [0.07, 6, 9], // latrines
      [0.02, 60, 120], // kitchen
      [0.01, 80, 150], // cleaning
    ],
    outletFlow: 60,
  },
  // Irrigation in the cool hours, animals at noon; every day of the week.
  farm: {
    hours: [0, 0, 0, 0, 2, 8, 10, 9, 5, 2, 1, 1, 3, 2, 1, 2, 6, 9, 8, 3, 1, 0, 0, 0],
    weekdays: [0.8, 1, 1, 1, 1, 1, 1],
    draws: [
      [0.55, 5, 20], // the house and the yard
      [0.3, 40, 120], // a trough
      [0.15, 300, 800], // a drip block
    ],
    outletFlow: 120,
  },
};

/** Most that the outlets of such premises let through, litres a minute. */
export function outletFlow(kind: PremisesKind): number {
  return premises[kind].outletFlow;
}

/**
 * Litres that people open taps for: separate draws by a Poisson process whose rate follows the hour and the
 * weekday. `dailyLitres` is the use of an ordinary day; `minutes` stays within one hour.
 */
export function drawLitres(
  kind: PremisesKind,
  dailyLitres: number,
  at: number,
  minutes: number,
  random: Random,
): number {
  const { hours, weekdays, draws } = premises[kind];
  const { weekday, minuteOfDay } = nairobiTime(at);
  const hourShare = (hours[Math.floor(minuteOfDay / 60)] ?? 0) / sum(hours);
  const meanDraw = sum(draws.map(([share, low, high]) => (share * (low + high)) / 2));
  const rate = ((dailyLitres / meanDraw) * (weekdays[weekday] ?? 1) * hourShare) / 60;
  let litres = 0;
  for (let left = poisson(random, rate * minutes); left > 0; left -= 1) {
    let ticket = random();
    const draw = draws.find(([share]) => {
      ticket -= share;
      return ticket < 0;
    });
    if (draw) litres += uniform(random, draw[1], draw[2]);
  }
  return litres;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

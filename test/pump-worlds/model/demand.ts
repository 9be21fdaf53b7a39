import type { Random } from './dice.ts';

export type Demand = { kind: 'household' | 'school' | 'farm'; litresPerDay: number };

/** Shares of a day's litres by the hour; they need not add up to 1. */
const shapes: Record<Demand['kind'], readonly number[]> = {
  household: [0, 0, 0, 0, 1, 5, 9, 8, 5, 4, 4, 4, 5, 4, 3, 3, 4, 6, 8, 8, 6, 4, 2, 1],
  school: [0, 0, 0, 0, 0, 1, 4, 8, 9, 9, 12, 9, 12, 12, 9, 8, 4, 2, 1, 0, 0, 0, 0, 0],
  farm: [0, 0, 0, 0, 1, 6, 12, 12, 6, 2, 2, 2, 2, 2, 2, 3, 8, 12, 10, 4, 1, 0, 0, 0],
};

/** Litres that people ask for in each of the minutes from midnight of the first day. */
export function drawDemand({ kind, litresPerDay }: Demand, random: Random, days: number) {
  const shape = shapes[kind];
  const whole = shape.reduce((sum, share) => sum + share, 0);
  const litres = new Float64Array(days * 1440);
  for (let day = 0; day < days; day++) {
    const isQuiet = kind === 'school' && day % 7 >= 5;
    const ofDay = litresPerDay * (isQuiet ? 0.1 : 0.75 + 0.5 * random());
    for (let block = 0; block < 144; block++) {
      // Draws come in tens of minutes: some taps are open, others are not.
      const perMinute =
        (ofDay * (shape[Math.floor(block / 6)] ?? 0) * (0.3 + 1.4 * random())) / whole / 60;
      litres.fill(perMinute, day * 1440 + block * 10, day * 1440 + block * 10 + 10);
    }
  }
  return litres;
}

import { day, step } from '../../../bench/ledger/clock.ts';
import type { Supply } from '../../../bench/ledger/supply/supply.ts';

/** The water of one tank, which goes on as time does. */
export type Water = {
  /** Lets it run until an instant. */
  advance: (until: number) => void;
  /** Percent of capacity, as it is. */
  percent: () => number;
  /** Whether water came in within the last step. */
  isFilling: () => boolean;
};

type WaterOptions = {
  start: number;
  /** Litres. */
  capacity: number;
  /** Percent. */
  startLevel: number;
  /** Percent at which the taps run dry. */
  outlet: number;
  /** Litres asked for in each step from the start. */
  demand: Float32Array;
  supply: Supply;
  /** Percent of capacity that runs away in a day, at an instant. */
  leakAt: (at: number) => number;
};

/** The balance of `bench/ledger/simulate.ts`, step by step: pumps here do as the server says meanwhile. */
export function createWater(options: WaterOptions): Water {
  const { start, capacity, demand, supply, leakAt } = options;
  const outlet = (capacity * options.outlet) / 100;
  let litres = (capacity * options.startLevel) / 100;
  let steps = 0;
  let lastInflow = 0;
  return {
    advance: (until) => {
      for (let at = start + steps * step; at < until; at += step) {
        const offered = supply.offer(at, (litres / capacity) * 100);
        lastInflow = Math.min(offered, capacity - litres);
        const asked = demand[steps] ?? 0;
        const drawn = Math.min(asked, Math.max(0, litres + lastInflow - outlet));
        const leak = (capacity * leakAt(at)) / 100 / (day / step);
        litres = Math.max(0, litres + lastInflow - drawn - leak);
        steps += 1;
      }
    },
    percent: () => (litres / capacity) * 100,
    isFilling: () => lastInflow > 0,
  };
}

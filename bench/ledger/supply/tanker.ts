import { hour, localHour, minute, step } from '../clock.ts';
import { between, chance, type Random } from '../random.ts';
import type { Supply, SupplyOptions } from './supply.ts';

/** Trucks in Nairobi carry 5,000 or 10,000 litres (nairobinews.nation.africa on water bowsers). */
const [small, large] = [5000, 10_000];

/** The least tank, in litres, that a small and a large truck empty into when it is a quarter full. */
export const leastTank = 8000;
const leastForLarge = 16_000;

/**
 * A truck is called when the level is under 10 to 25 percent and comes 1 to 20 hours later, between
 * half past six and seven in the evening. It empties at 300 to 600 litres a minute: two-inch hose
 * and a small petrol pump.
 */
export function createTanker({ random, capacity }: SupplyOptions): Supply {
  const truck = capacity >= leastForLarge && chance(random, 0.6) ? large : small;
  let loads = 0;
  let callBelow = between(random, 10, 25);
  let comesAt: number | undefined;
  let left = 0;
  let litresAStep = 0;

  const offer = (at: number, percent: number) => {
    if (left === 0 && percent < callBelow) comesAt ??= arrival(random, at);
    if (comesAt !== undefined && at >= comesAt) {
      comesAt = undefined;
      loads += 1;
      left = Math.min(truck, capacity * (0.98 - percent / 100));
      litresAStep = (between(random, 300, 600) * step) / minute;
      callBelow = between(random, 10, 25);
    }
    const litres = Math.min(left, litresAStep);
    left -= litres;
    return litres;
  };
  return { offer, events: () => loads };
}

function arrival(random: Random, at: number): number {
  const earliest = at + between(random, 1, 20) * hour;
  const hours = localHour(earliest);
  if (hours >= 6.5 && hours < 19) return earliest;
  return earliest + (((6.5 - hours + 24) % 24) + 3 * random()) * hour;
}

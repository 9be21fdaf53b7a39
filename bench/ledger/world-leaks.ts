import { generate, worlds } from '../worlds/worlds.ts';
import { day } from './clock.ts';
import { judgeMornings } from './judge-leaks.ts';
import { passMornings } from './leak-mornings.ts';

type KindOfWorld = {
  years: number;
  falseLeaks: number;
  /** Worlds that leak, and those of them raised within four nights and ten. */
  leaking: number;
  withinFour: number;
  withinTen: number;
};

/**
 * Leaks that are raised in worlds of somebody who does not know how they are found (`bench/worlds`), by the kind of
 * premises, sensor or board, and over all. `kind` is part of a kind or a name.
 */
export function reportWorldLeaks({ seed, kind = '' }: { seed: number; kind?: string }): void {
  const kinds = new Map<string, KindOfWorld>();
  for (const world of worlds) {
    if (!world.kind.includes(kind) && !world.name.includes(kind)) continue;
    const { readings, truth } = generate(world, seed);
    const start = truth[0]?.from ?? 0;
    const leakFrom = truth.find(({ litresLeaked }) => litresLeaked > 0)?.from;
    const mornings = passMornings({
      start,
      days: world.days,
      capacity: world.capacityLitres,
      readings: readings.map(({ at, percent }) => ({
        at: at - world.clockAheadMs,
        level: percent,
      })),
    });
    const { nights, falseLeaks } = judgeMornings(mornings, leakFrom ?? Number.POSITIVE_INFINITY);
    if (falseLeaks > 0) console.log(`  ${world.name}: ${falseLeaks} in ${world.days} days`);
    const days = leakFrom === undefined ? world.days : (leakFrom - start) / day;
    const isWithin = (most: number) => Number(nights !== undefined && nights <= most);
    for (const name of [world.kind, 'all']) {
      const sum = kinds.get(name) ?? noLeaks();
      kinds.set(name, sum);
      sum.years += days / 365;
      sum.falseLeaks += falseLeaks;
      sum.leaking += Number(leakFrom !== undefined);
      sum.withinFour += isWithin(4);
      sum.withinTen += isWithin(10);
    }
  }
  console.log('leaks that are none, in years, a year (at most 1); leaks, within 4 nights, 10');
  for (const [name, of] of [...kinds].sort(([a], [b]) => a.localeCompare(b))) {
    const rate = (of.falseLeaks / of.years).toFixed(2);
    const found = `${of.leaking}, ${of.withinFour}, ${of.withinTen}`;
    console.log(
      `  ${name.padEnd(14)}${of.falseLeaks} in ${of.years.toFixed(2)}, ${rate}; ${found}`,
    );
  }
}

function noLeaks(): KindOfWorld {
  return { years: 0, falseLeaks: 0, leaking: 0, withinFour: 0, withinTen: 0 };
}

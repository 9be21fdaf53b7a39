import { createRandom, pick, type Random, uniform } from '../../../src/simulator/random.ts';
import { sensors } from '../../../src/simulator/sensor.ts';
import type { Mains } from '../../../src/simulator/supply.ts';
import { planTank, rations, type TankPlan } from '../../../src/simulator/tank-plan.ts';
import { fullLitres } from '../../../src/water/tank-shapes/litres-at-height.ts';
import type { TankKind } from '../faults.ts';

/** Floats hang at 92 percent, so that no tank overflows whose float is well. */
const floatAt = 92;
/** Litres a minute that the mains give at worst and at best. */
const [leastMains, mostMains] = [5, 25];

/** A tank of the simulator's premises, filled in one way alone. @param noise its sensor's, as a share of the height. */
export function planTankOf(seed: number, index: number, kind: TankKind, noise: number): TankPlan {
  const random = createRandom(seed, index, 'building');
  // A truck needs a tank that takes its load.
  const premises =
    kind === 'tanker' ? 'school' : pick(random, ['household', 'household', 'school'] as const);
  const fleet = { seed, kind: premises, sensor: 'usual', outages: false } as const;
  const plan = planTank(fleet, index);
  const capacity = fullLitres(plan.shape);
  const dailyLitres = uniform(random, 0.06, kind === 'tanker' ? 0.2 : 0.26) * capacity;
  const level = uniform(random, 45, 80) / 100;
  const off = { mode: 'off', turnOnBelow: 0, turnOffAbove: 100 } as const;
  return {
    ...plan,
    dailyLitres,
    initialFill: level,
    mains: null,
    control: off,
    sensor: {
      ...sensors.ideal,
      noise,
      ripple: 2,
      spikes: random() < 1 / 3 ? 0.001 : 0,
      countsWholePercents: random() < 1 / 6,
    },
    ...supplyOf(kind, random, capacity, dailyLitres),
  };
}

function supplyOf(
  kind: TankKind,
  random: Random,
  capacity: number,
  dailyLitres: number,
): Partial<TankPlan> {
  const hours = { from: 0, until: 0 };
  switch (kind) {
    case 'ration':
      return { mains: planMains(random, dailyLitres) };
    case 'tanker':
      return { tanker: { litres: 5000, litresPerMinute: 450, callBelow: uniform(random, 10, 25) } };
    case 'pump': {
      const litresPerMinute = uniform(random, 1000, Math.min(6000, 2 * capacity)) / 60;
      const turnOnBelow = uniform(random, 20, 60);
      const turnOffAbove = uniform(random, 0.9, 0.98) * floatAt;
      return {
        pump: { litresPerMinute, hours },
        control: { mode: 'auto', turnOnBelow, turnOffAbove },
      };
    }
    case 'automatic':
      return { pump: { litresPerMinute: (uniform(random, 0.4, 1) * capacity) / 60, hours } };
  }
}

/** Mains that bring 1.1 to 1.8 times what a week takes, as far as their pressure allows. */
function planMains(random: Random, dailyLitres: number): Mains {
  const ration = pick(random, rations);
  const { from, until } = ration.hours;
  const minutesAWeek = ration.weekdays.length * ((until - from + 1440) % 1440);
  const wanted = (7 * dailyLitres * uniform(random, 1.1, 1.8)) / minutesAWeek;
  const litresPerMinute = Math.min(mostMains, Math.max(leastMains, wanted));
  return { ...ration, litresPerMinute, reliability: 11 / 12, floatValveAt: floatAt };
}

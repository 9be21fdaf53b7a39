import { dayMs } from '../../../src/kit/time/units.ts';
import { createRandom } from '../../../src/simulator/random.ts';
import { type TankKind, type Truth, thresholds } from '../faults.ts';
import { followFault } from './fault-course.ts';
import { findLevelEvents } from './level-events.ts';
import { type PlanOptions, planFaults } from './plan-faults.ts';
import { createTank, type ScenarioTank } from './tank.ts';

export type WorldOptions = PlanOptions & {
  tanks: number;
  /** Those of them that are simulated, by index; all unless stated. They go as they would among the others. */
  only?: readonly number[];
};

export type World = {
  options: WorldOptions;
  end: number;
  /** In the order of their index. */
  tanks: ScenarioTank[];
  tankOf: (index: number) => ScenarioTank | undefined;
  /** Set if a power cut silences it together with its neighbours. */
  isNeighbour: (tank: number) => boolean;
  /** Everything that ought to be told, once the course is over. */
  truths: () => Truth[];
};

const kinds: TankKind[] = ['pump', 'ration', 'tanker', 'automatic'];

/** Tanks with their water, sensors and faults: the same for the same seed, whatever the server does not switch. */
export function createWorld(options: WorldOptions): World {
  const { seed, tanks: count, start, days, only } = options;
  const tankKinds = Array.from({ length: count }, (_, index) => deal(seed, index, kinds));
  const plan = planFaults(options, tankKinds);
  const tanks = tankKinds.flatMap((kind, index) => {
    if (only && !only.includes(index)) return [];
    const faults = plan.filter(({ tank }) => tank === index).map(followFault);
    return [createTank({ seed, index, kind, start, days, faults })];
  });
  const byIndex = new Map(tanks.map((tank) => [tank.index, tank]));
  const cut = new Set(plan.filter(({ kind }) => kind === 'outage').map(({ tank }) => tank));
  const end = start + days * dayMs;
  return {
    ...{ options, tanks, end },
    tankOf: (index) => byIndex.get(index),
    isNeighbour: (tank) => cut.has(tank),
    truths: () => {
      const faults = tanks.flatMap((tank) => tank.faults.flatMap((fault) => fault.truth() ?? []));
      const cuts = faults.filter(({ fault }) => fault === 'outage');
      // A power cut is one thing, of however many tanks.
      const oneEach = cuts.filter(
        ({ begin }, at) => cuts.findIndex((each) => each.begin === begin) === at,
      );
      return [
        ...faults.filter(({ fault }) => fault !== 'outage'),
        ...oneEach,
        ...tanks.flatMap((tank) => findLevelEvents(tank, { start, thresholds })),
      ].filter(({ begin }) => begin < end);
    },
  };
}

/**
 * The card that falls to `index` when the pack is dealt out whole, shuffled, again and again: shares
 * come out even over few tanks, and a card needs no earlier one to be dealt.
 */
function deal<T>(seed: number, index: number, pack: readonly T[]): T {
  const random = createRandom(seed, 'pack', Math.floor(index / pack.length));
  const shuffled = pack
    .map((card) => ({ card, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ card }) => card);
  return shuffled[index % pack.length] as T;
}

import { dayMs } from '../../../src/kit/time/units.ts';
import { type TankKind, type Truth, thresholds } from '../faults.ts';
import { allowedOf, type BoardKind, boardKindOf, createBoard } from './board.ts';
import { clockTruths, createClock } from './clock.ts';
import { deal } from './deal.ts';
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
  const tankKinds = Array.from({ length: count }, (_, index) =>
    deal({ seed, index, name: 'pack' }, kinds),
  );
  const boardKinds = tankKinds.map((kind, index) => boardKindOf(seed, index, kind));
  const plan = planFaults(options, { kinds: tankKinds, boards: boardKinds });
  const tanks = tankKinds.flatMap((kind, index) => {
    if (only && !only.includes(index)) return [];
    const faults = plan.filter(({ tank }) => tank === index).map(followFault);
    const board = createBoard(seed, index, boardKinds[index] as BoardKind);
    const clock = createClock({ seed, index, start, days });
    return [createTank({ seed, index, kind, start, days, faults, board, clock })];
  });
  const byIndex = new Map(tanks.map((tank) => [tank.index, tank]));
  const cut = new Set(plan.filter(({ kind }) => kind === 'outage').map(({ tank }) => tank));
  const end = start + days * dayMs;
  return {
    options,
    tanks,
    end,
    tankOf: (index) => byIndex.get(index),
    isNeighbour: (tank) => cut.has(tank),
    truths: () => {
      const faults = tanks.flatMap(faultTruths);
      const cuts = faults.filter(({ fault }) => fault === 'outage');
      // A power cut is one thing, of however many tanks.
      const oneEach = cuts.filter(
        ({ begin }, at) => cuts.findIndex((each) => each.begin === begin) === at,
      );
      return [
        ...faults.filter(({ fault }) => fault !== 'outage'),
        ...oneEach,
        ...tanks.flatMap((tank) => findLevelEvents(tank, { start, thresholds })),
        ...tanks.flatMap(({ index, board, clock }) =>
          clockTruths(clock, index, (allowed) => allowedOf(board, 'clock', allowed)),
        ),
      ].filter(({ begin }) => begin < end);
    },
  };
}

/** What ought to be told of a tank's faults, in the time that its board needs. */
function faultTruths({ board, faults }: ScenarioTank): Truth[] {
  return faults.flatMap((fault) => {
    const truth = fault.truth();
    return truth ? [{ ...truth, allowed: allowedOf(board, truth.kind, truth.allowed) }] : [];
  });
}

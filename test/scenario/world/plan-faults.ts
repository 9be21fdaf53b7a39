import { dayMs, hourMs } from '../../../src/kit/time/units.ts';
import { createRandom, type Random, uniform } from '../../../src/simulator/random.ts';
import { type FaultKind, faultRules, type PlannedFault, type TankKind } from '../faults.ts';
import { type BoardKind, canSee } from './board.ts';

export type PlanOptions = {
  seed: number;
  start: number;
  days: number;
  /** Which kinds of fault happen; all unless stated. */
  kinds?: readonly FaultKind[];
};

/** In a course of 30 days a fault begins so many days after its earliest at most. */
const spreadDays = 12;

type PlannedTanks = { kinds: readonly TankKind[]; boards: readonly BoardKind[] };

/** Draws which tanks have which fault, and when: one fault a tank, but for power cuts, which come twice. */
export function planFaults(
  options: PlanOptions,
  { kinds: tanks, boards }: PlannedTanks,
): PlannedFault[] {
  const { seed, days, kinds = Object.keys(faultRules) as FaultKind[] } = options;
  const free = new Set(tanks.keys());
  return kinds.flatMap((kind) => {
    const random = createRandom(seed, 'fault', kind);
    const { among } = faultRules[kind];
    const fitting = [...free].filter(
      (tank) => among.includes(tanks[tank] as TankKind) && canSee(boards[tank] as BoardKind, kind),
    );
    const chosen = chooseSome(random, fitting, shareOf(kind, tanks.length));
    for (const tank of chosen) free.delete(tank);
    // One power cut is of all of them, and comes twice.
    if (kind === 'outage') {
      return [0, days / 2].flatMap((after) => {
        const span = drawTime(random, kind, options, after);
        return chosen.map((tank): PlannedFault => ({ kind, tank, ...span }));
      });
    }
    return chosen.map((tank): PlannedFault => ({ kind, tank, ...drawTime(random, kind, options) }));
  });
}

type Span = { from: number; until: number };

/** As many of these tanks as of 60, and at least one: neighbours at least three, or it is no power cut. */
function shareOf(kind: FaultKind, tanks: number): number {
  const least = kind === 'outage' ? 3 : 1;
  return Math.max(least, Math.round((faultRules[kind].tanks * tanks) / 60));
}

function chooseSome(random: Random, from: readonly number[], count: number): number[] {
  const left = [...from];
  const chosen: number[] = [];
  while (chosen.length < count && left.length > 0) {
    chosen.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return chosen;
}

/** So many days later than usual; a short course begins its faults sooner. */
function drawTime(
  random: Random,
  kind: FaultKind,
  { start, days }: PlanOptions,
  afterDays = 0,
): Span {
  const { earliestDay, lastsMs } = faultRules[kind];
  const scale = Math.min(1, days / 30);
  const earliest = start + (earliestDay * scale + afterDays) * dayMs;
  const from = Math.round(earliest + uniform(random, 0.1, spreadDays * scale) * dayMs);
  // None lasts for the same time twice: half to one and a half of what is usual, but for leaks.
  const lasts = kind === 'leak' ? lastsMs : uniform(random, 0.5, 1.5) * lastsMs;
  return { from, until: from + Math.max(hourMs, Math.round(lasts)) };
}

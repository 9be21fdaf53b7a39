import type { Truth } from '../faults.ts';
import { ownerPath } from '../people.ts';
import type { Outcome } from '../run-scenario.ts';
import type { ToldIncident } from '../told.ts';
import type { ScenarioTank } from '../world/tank.ts';
import { findAnswer, isToldLate } from './match.ts';

/** Figures of the tanks with one kind of board, of clock or of supply. */
export type GroupFigures = {
  group: string;
  tanks: number;
  faults: number;
  found: number;
  late: number;
  /** A tank and month. */
  forNothing: number;
  /** Ordinary tanks among them, and messages a month to their owners: of all of them, and of the one with most. */
  ordinary: number;
  messages: number;
  mostMessages: number;
};

type Judged = {
  truths: readonly Truth[];
  due: readonly Truth[];
  forNothing: readonly ToldIncident[];
};

/** Things that happen to an ordinary tank in a month, at most: faults, and times that it is low or runs over. */
const usualShare = 2;

/**
 * An ordinary tank is one whose owner has no other, and to which no more happened than usual. A tank that a truck
 * fills each week, and whose owner wants to be told at 15 %, is low each week: that is told, and is not ordinary.
 */
function isOrdinary(
  { world }: Outcome,
  { index }: ScenarioTank,
  truths: readonly Truth[],
): boolean {
  const months = Math.max(1, world.options.days / 30);
  const happened = truths.filter(({ tank }) => tank === index).length;
  return !world.isNeighbour(index) && happened <= usualShare * months;
}

/** Judges all tanks, and each kind of board, clock and supply by itself. */
export function judgeGroups(outcome: Outcome, judged: Judged): GroupFigures[] {
  const { tanks } = outcome.world;
  const groups = new Map<string, ScenarioTank[]>([['all', [...tanks]]]);
  for (const tank of tanks) {
    const { board, clock, kind } = tank;
    for (const name of [`board ${board.kind}`, `clock ${clock.kind}`, `water ${kind}`]) {
      groups.set(name, [...(groups.get(name) ?? []), tank]);
    }
  }
  return [...groups.entries()]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([group, members]) => figuresOf(group, members, { ...judged, outcome }));
}

function figuresOf(
  group: string,
  members: readonly ScenarioTank[],
  { truths, due, forNothing, outcome }: Judged & { outcome: Outcome },
): GroupFigures {
  const { world, incidents, notifications } = outcome;
  const months = world.options.days / 30;
  const indexes = new Set(members.map(({ index }) => index));
  const own = due.filter(({ tank }) => indexes.has(tank));
  const missed = own.filter((truth) => !findAnswer(incidents, truth));
  const told = forNothing.filter(({ tank }) => tank !== undefined && indexes.has(tank));
  const messages = members
    .filter((tank) => isOrdinary(outcome, tank, truths))
    .map(({ index }) => {
      const path = ownerPath(world, index);
      // In less than a month one is one.
      const own = notifications.filter(({ person }) => person === path);
      return own.length / Math.max(1, months);
    });
  return {
    group,
    tanks: members.length,
    faults: own.length,
    found: own.length - missed.length,
    late: missed.filter((truth) => isToldLate(incidents, truth)).length,
    forNothing: told.length / members.length / months,
    ordinary: messages.length,
    messages: messages.reduce((sum, each) => sum + each, 0) / Math.max(1, messages.length),
    mostMessages: Math.max(0, ...messages),
  };
}

import { hourMs, minuteMs } from '../../../src/kit/time/units.ts';
import { allowedMs } from '../faults.ts';
import type { Outcome } from '../run-scenario.ts';
import type { ScenarioTank } from '../world/tank.ts';
import type { World } from '../world/world.ts';
import { explainMissed, sayIncident, sayTime, whyUntold } from './explain.ts';
import type { GroupFigures } from './groups.ts';
import type { KindFigures, Verdict } from './judge.ts';

const columns: [title: string, of: (figures: KindFigures) => string][] = [
  ['kind', ({ kind }) => kind],
  ['faults', ({ faults }) => String(faults)],
  ['found', ({ found }) => String(found)],
  ['late', ({ late }) => String(late)],
  ['median', ({ found, medianDelay }) => (found ? toDelay(medianDelay) : '-')],
  ['max', ({ found, maxDelay }) => (found ? toDelay(maxDelay) : '-')],
  ['allowed', ({ kind }) => toDelay(allowedMs[kind])],
  ['incidents', ({ incidents }) => String(incidents)],
  ['for nothing', ({ forNothing }) => String(forNothing)],
  ['left open', ({ leftOpen }) => String(leftOpen)],
];

const groupColumns: [title: string, of: (figures: GroupFigures) => string][] = [
  ['', ({ group }) => group],
  ['tanks', ({ tanks }) => String(tanks)],
  ['faults', ({ faults }) => String(faults)],
  ['found', ({ found }) => String(found)],
  ['late', ({ late }) => String(late)],
  ['for nothing', ({ forNothing }) => forNothing.toFixed(2)],
  ['ordinary', ({ ordinary }) => String(ordinary)],
  ['messages', ({ messages }) => messages.toFixed(1)],
  ['most', ({ mostMessages }) => mostMessages.toFixed(1)],
];

/** Alerts for nothing a tank and month, and messages a month to the owner of an ordinary tank, at most. */
export const bars = { forNothing: 0.3, messages: 5 };

function printTable<T>(
  width: number,
  columns: readonly [title: string, of: (row: T) => string][],
  rows: readonly T[],
): void {
  const print = (cells: string[]) =>
    console.log(cells.map((each) => each.padStart(width)).join(''));
  print(columns.map(([title]) => title));
  for (const row of rows) print(columns.map(([, of]) => of(row)));
}

/** Prints what was found. @returns the bars that are missed. */
export function report({ world, ...outcome }: Outcome, verdict: Verdict): string[] {
  printTable(12, columns, verdict.kinds);
  console.log('\nfor nothing a tank and month; messages a month to owners of ordinary tanks');
  printTable(16, groupColumns, verdict.groups);
  const { forNothingRate, forNothingWorst, flappingADay, messages, incidentsTold } = verdict;
  console.log(
    `\nfor nothing, a tank and month: ${forNothingRate.toFixed(2)} (at most ${bars.forNothing}),`,
  );
  console.log(`  of the worst tank: ${forNothingWorst.toFixed(1)}`);
  console.log(`incidents of a flapping tank in a day, most: ${flappingADay} (at most 1)`);
  console.log(`messages a person and incident, most: ${messages} (at most 3)`);
  console.log(`incidents told to somebody: ${incidentsTold} of ${outcome.incidents.length}`);
  const { untold } = outcome;
  const waiting = untold.filter(({ waitsUntil }) => waitsUntil > world.end).length;
  console.log(
    `  told when quiet hours end, after the course: ${waiting}; to nobody: ${untold.length - waiting}`,
  );
  console.log(`pushes: ${outcome.pushes}; faults logged: ${outcome.faultsLogged.length}`);

  const name = (tank: number | undefined) =>
    tank === undefined ? 'no tank' : `tank ${tank} (${natureOf(world, tank)})`;
  for (const truth of verdict.missed) {
    const { kind, fault, tank, begin, end } = truth;
    console.log(`missed: ${kind} of ${name(tank)}, ${fault} ${sayTime(begin)} to ${sayTime(end)}`);
    for (const line of explainMissed(world, outcome.incidents, truth)) console.log(`  ${line}`);
  }
  for (const incident of verdict.forNothing) {
    console.log(`for nothing: ${name(incident.tank)} ${sayIncident(incident)}`);
  }
  for (const { incident, people } of untold) {
    console.log(`not told: ${name(incident.tank)} ${sayIncident(incident)}`);
    console.log(`  ${whyUntold(incident, world.end)}; ${people.join('; ') || 'has no people'}`);
  }
  for (const line of outcome.faultsLogged.slice(0, 5)) console.log(`logged: ${line}`);
  return missedBars(verdict, outcome.faultsLogged.length);
}

/** Supply, board and clock of a tank. */
function natureOf(world: World, index: number): string {
  const { kind, board, clock } = world.tankOf(index) as ScenarioTank;
  return `${kind}, ${board.kind}, clock ${clock.kind}`;
}

function missedBars(verdict: Verdict, faultsLogged: number): string[] {
  const held: [isMissed: boolean, bar: string][] = [
    ...verdict.kinds.map(({ kind, faults, found }): [boolean, string] => [
      found < faults,
      `${kind}: ${found} of ${faults} found in time`,
    ]),
    [
      verdict.forNothingRate > bars.forNothing,
      `more than ${bars.forNothing} alerts for nothing a tank and month`,
    ],
    ...verdict.groups.map(({ group, messages }): [boolean, string] => [
      // A tank that trucks fill runs low as often as one comes.
      messages > bars.messages && !group.startsWith('water'),
      `${group}: more than ${bars.messages} messages a month to the owner of an ordinary tank`,
    ]),
    [verdict.flappingADay > 1, 'more than one incident a day of a flapping level'],
    [verdict.messages > 4, 'more than four messages a person and incident'],
    [faultsLogged > 0, 'the server logged faults'],
  ];
  return held.filter(([isMissed]) => isMissed).map(([, bar]) => bar);
}

function toDelay(ms: number | undefined): string {
  if (ms === undefined) return '-';
  return ms < 3 * hourMs ? `${Math.round(ms / minuteMs)} min` : `${(ms / hourMs).toFixed(1)} h`;
}

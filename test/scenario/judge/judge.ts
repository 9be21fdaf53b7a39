import { median } from '../../../bench/lib/figures.ts';
import { dayMs } from '../../../src/kit/time/units.ts';
import { allowedMs, type Truth } from '../faults.ts';
import type { Outcome } from '../run-scenario.ts';
import type { ToldIncident } from '../told.ts';
import { type GroupFigures, judgeGroups } from './groups.ts';
import { findAnswer, isToldLate, isTrue } from './match.ts';

export type KindFigures = {
  kind: string;
  faults: number;
  found: number;
  /** Told too late, but while it lasted. */
  late: number;
  /** From the beginning of what was true to the incident, in milliseconds, of those found. */
  medianDelay: number;
  maxDelay: number;
  incidents: number;
  forNothing: number;
  /** Resolved later than a day after the end, or not at all, of those found that ended a day before the course. */
  leftOpen: number;
};

export type Verdict = {
  kinds: KindFigures[];
  /** By kind of board, clock and supply. */
  groups: GroupFigures[];
  missed: Truth[];
  forNothing: ToldIncident[];
  /** A tank and month, over all and of the worst tank. */
  forNothingRate: number;
  forNothingWorst: number;
  /** Most times within 24 hours that a flapping tank was told as low. */
  flappingADay: number;
  /** Most messages to a person about an incident, and incidents of which somebody was told. */
  messages: number;
  incidentsTold: number;
};

export function judge(outcome: Outcome): Verdict {
  const { world, incidents } = outcome;
  const truths = world.truths();
  const forNothing = incidents.filter((incident) => !isTrue(world, truths, incident));
  const due = truths.filter((truth) => isDue(truth, world.end));
  const months = world.options.days / 30;
  const ofTanks = world.tanks.map(({ index }) => count(forNothing, ({ tank }) => tank === index));
  const kinds = new Set([...Object.keys(allowedMs), ...incidents.map(({ kind }) => kind)]);
  return {
    kinds: [...kinds].map((kind) => ({
      ...figuresOf(kind, due, outcome),
      forNothing: count(forNothing, (each) => each.kind === kind),
    })),
    groups: judgeGroups(outcome, { truths, due, forNothing }),
    missed: due.filter((truth) => !findAnswer(incidents, truth)),
    forNothing,
    forNothingRate: forNothing.length / world.tanks.length / months,
    // In less than a month one is one.
    forNothingWorst: Math.max(...ofTanks) / Math.max(1, months),
    flappingADay: mostOfFlapping(outcome),
    messages: mostMessages(outcome),
    incidentsTold: new Set(outcome.notifications.flatMap(({ incidents }) => incidents)).size,
  };
}

/** Kinds that are over before they need be told: a silence, or a wrong clock, shorter than the board's rhythm shows. */
const fleeting = ['offline', 'clock'];

/** An incident that began too late to be raised in time is true, but not required. */
function isDue({ kind, begin, end, allowed }: Truth, courseEnd: number): boolean {
  if (fleeting.includes(kind) && end - begin < allowed) return false;
  return begin + allowed <= courseEnd;
}

function figuresOf(kind: string, truths: readonly Truth[], { world, incidents }: Outcome) {
  const own = truths.filter((truth) => truth.kind === kind);
  const pairs = own.flatMap((truth) => {
    const incident = findAnswer(incidents, truth);
    return incident ? [{ truth, incident }] : [];
  });
  const delays = pairs.map(({ truth, incident }) => Math.max(0, incident.created - truth.begin));
  const ended = pairs.filter(({ truth }) => truth.end < world.end - dayMs);
  return {
    kind,
    faults: own.length,
    found: pairs.length,
    late: count(own, (truth) => !findAnswer(incidents, truth) && isToldLate(incidents, truth)),
    medianDelay: median(delays),
    maxDelay: Math.max(0, ...delays),
    incidents: count(incidents, (each) => each.kind === kind),
    leftOpen: count(
      ended,
      ({ truth, incident }) => (incident.resolved ?? world.end) > truth.end + dayMs,
    ),
  };
}

function mostOfFlapping({ world, incidents }: Outcome): number {
  const most = world.tanks.map(({ index, faults }) => {
    const span = faults.find(({ kind }) => kind === 'flapping')?.span();
    if (!span) return 0;
    const told = incidents
      .filter(({ tank, kind }) => tank === index && kind === 'low')
      .filter(({ created }) => created >= span.begin && created <= span.end)
      .map(({ created }) => created);
    return Math.max(0, ...told.map((at) => count(told, (each) => each >= at && each < at + dayMs)));
  });
  return Math.max(0, ...most);
}

function mostMessages({ notifications }: Outcome): number {
  const each = notifications.flatMap(({ incidents, person }) =>
    incidents.map((id) => `${id} ${person}`),
  );
  const groups = Map.groupBy(each, (key) => key);
  return Math.max(0, ...[...groups.values()].map(({ length }) => length));
}

function count<T>(items: readonly T[], isCounted: (item: T) => boolean): number {
  return items.filter(isCounted).length;
}

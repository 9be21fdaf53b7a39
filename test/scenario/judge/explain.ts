import { dayMs, minuteMs } from '../../../src/kit/time/units.ts';
import { stepMs, type Truth } from '../faults.ts';
import type { ToldIncident } from '../told.ts';
import type { World } from '../world/world.ts';

/** Time around a missed incident from which the others are shown. */
const around = { before: 2 * dayMs, after: dayMs };
/** Steps of the course that are shown before the beginning, and at most in all. */
const courseSteps = { before: 4, most: 24 };
/** A change waits so long for others before anybody is told: `notifications/routing/decide-notifying.ts`. */
const windowMs = minuteMs;

/** Month, day, hour and minute. */
export function sayTime(at: number): string {
  return new Date(at).toISOString().slice(5, 16);
}

export function sayIncident(incident: ToldIncident): string {
  const { kind, severity, created, raised, resolved, facts } = incident;
  const again = raised > created ? `, again ${sayTime(raised)}` : '';
  const end = resolved === undefined ? 'is open' : `over ${sayTime(resolved)}`;
  return `${kind} (${severity}) ${sayTime(created)}${again}, ${end} ${JSON.stringify(facts)}`;
}

/** Of a truth that nobody was told in time: the tank's other faults, its course, and what was told of it. */
export function explainMissed(
  world: World,
  incidents: readonly ToldIncident[],
  truth: Truth,
): string[] {
  const latest = truth.begin + truth.allowed;
  const told = incidents.filter(
    ({ tank, created, resolved = Number.POSITIVE_INFINITY }) =>
      (tank === truth.tank || tank === undefined) &&
      created <= latest + around.after &&
      resolved >= truth.begin - around.before,
  );
  const lines = told.map((incident) => {
    const late = incident.created > latest ? 'too late, ' : '';
    return `told ${late}${sayIncident(incident)}`;
  });
  return [
    ...sayFaults(world, truth),
    ...sayCourse(world, truth),
    ...(lines.length > 0 ? lines : ['nothing was told of the tank']),
  ];
}

function sayFaults(world: World, truth: Truth): string[] {
  return (world.tankOf(truth.tank)?.faults ?? []).flatMap(({ kind, span }) => {
    const { begin, end } = span() ?? {};
    if (kind === truth.fault || begin === undefined || end === undefined) return [];
    const isNear = begin < truth.begin + around.after && end > truth.begin - around.before;
    return isNear ? [`beside it: ${kind} ${sayTime(begin)} to ${sayTime(end)}`] : [];
  });
}

/** True percent and what the sensor said, five minutes a step; of long spans, one of every so many. */
function sayCourse(world: World, { tank: index, begin, allowed }: Truth): string[] {
  const tank = world.tankOf(index);
  if (!tank) return [];
  const first = Math.ceil((begin - world.options.start) / stepMs);
  const steps = Math.ceil(allowed / stepMs) + courseSteps.before;
  const stride = Math.ceil(steps / courseSteps.most);
  const from = Math.max(0, first - courseSteps.before * stride);
  const pairs: string[] = [];
  for (let at = from; at <= first + steps && at < tank.levels.length; at += stride) {
    pairs.push(`${tank.levels[at]?.toFixed(1)}/${tank.said[at]?.toFixed(1)}`);
  }
  const since = sayTime(world.options.start + from * stepMs);
  return [`true/said from ${since}, each ${stride * 5} min: ${pairs.join(' ')}`];
}

/** Reasons in the incident itself why nobody was notified: quiet hours and budgets are the people's. */
export function whyUntold(incident: ToldIncident, end: number): string {
  const { raised, resolved, snoozedUntil } = incident;
  if (snoozedUntil !== undefined && snoozedUntil > raised) {
    return `snoozed until ${sayTime(snoozedUntil)}`;
  }
  if (resolved !== undefined) {
    return `over after ${Math.round((resolved - raised) / minuteMs)} min`;
  }
  return end - raised <= windowMs ? 'raised at the very end' : 'open at the end';
}

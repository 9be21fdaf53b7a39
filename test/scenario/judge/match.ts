import { dayMs, hourMs } from '../../../src/kit/time/units.ts';
import { allowedMs, faultRules, stepMs, type Truth, thresholds } from '../faults.ts';
import type { ToldIncident } from '../told.ts';
import type { ScenarioTank } from '../world/tank.ts';
import type { World } from '../world/world.ts';

/** A battery may be told of while it still has a third. */
const early = { battery: 36 * hourMs } as Record<string, number>;
/** An incident raised in the hour before it is clearly true counts for it. */
const usualEarly = hourMs;
/** A level is near a threshold within this, in percent: two and a half times the noise. */
const near = 2.5;

/** The incident that answers a truth in time; undefined where none does. */
export function findAnswer(
  incidents: readonly ToldIncident[],
  truth: Truth,
): ToldIncident | undefined {
  const latest = truth.begin + truth.allowed;
  const isLevel = truth.kind === 'low' || truth.kind === 'overflow';
  const isSame = ({ tank, kind }: ToldIncident) =>
    kind === truth.kind && (tank === truth.tank || truth.kind === 'outage');
  return incidents.find((incident) => {
    if (!isSame(incident) || incident.created > latest) return false;
    if (incident.created >= truth.begin - earlyOf(truth.kind)) return true;
    // A level that is beyond its threshold again within a day is the same incident.
    const isOpen = incident.resolved === undefined || incident.resolved >= truth.begin;
    return isLevel && (isOpen || incident.created >= truth.begin - dayMs);
  });
}

/** Set if it was raised too late, but while it lasted. */
export function isToldLate(incidents: readonly ToldIncident[], truth: Truth): boolean {
  const { kind, tank, begin, end, allowed } = truth;
  return incidents.some(
    (each) =>
      each.kind === kind &&
      (each.tank === tank || kind === 'outage') &&
      each.created > begin + allowed &&
      each.created <= end,
  );
}

/** True if the incident is about something true, or follows from it. */
export function isTrue(world: World, truths: readonly Truth[], incident: ToldIncident): boolean {
  if (truths.some((truth) => isOf(incident, truth))) return true;
  const tank = incident.tank === undefined ? undefined : world.tankOf(incident.tank);
  if (!tank) return false;
  if (isNearThreshold(tank, incident, world) || isRefusedForClock(tank, incident)) return true;
  return tank.faults.some((fault) => {
    const span = fault.span();
    if (!span || !faultRules[fault.kind].follow.includes(incident.kind)) return false;
    return isWithin(incident.created, span.begin - hourMs, span.end + 2 * hourMs);
  });
}

function isOf({ tank, kind, created }: ToldIncident, truth: Truth): boolean {
  if (kind !== truth.kind || (tank !== truth.tank && kind !== 'outage')) return false;
  const late = Math.max(allowedMs[kind] ?? 0, 2 * hourMs);
  return isWithin(created, truth.begin - earlyOf(kind), truth.end + late);
}

/** What a clock says that is ahead is refused until the clock is known. */
function isRefusedForClock({ clock }: ScenarioTank, { kind, created }: ToldIncident): boolean {
  if (kind !== 'refused') return false;
  return clock.wrong().some(({ begin, end }) => isWithin(created, begin, end));
}

function isNearThreshold(
  { levels }: ScenarioTank,
  { kind, created }: ToldIncident,
  world: World,
): boolean {
  if (kind !== 'low' && kind !== 'overflow') return false;
  const last = Math.floor((created - world.options.start) / stepMs);
  const recent = levels.subarray(Math.max(0, last - hourMs / stepMs), last + 1);
  return kind === 'low'
    ? recent.some((level) => level <= thresholds.low + near)
    : recent.some((level) => level >= thresholds.high - near);
}

function earlyOf(kind: string): number {
  return early[kind] ?? usualEarly;
}

function isWithin(at: number, from: number, to: number): boolean {
  return at >= from && at <= to;
}

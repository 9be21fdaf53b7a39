import { dayMs, hourMs } from '../../kit/time/units.ts';
import type { Facts, SensorKind } from '../incidents/kinds.ts';
import type { Observation, Severity, Verdict } from './detector.ts';
import { detectors } from './detectors.ts';
import type { KindWatch, Watch } from './watch.ts';

/** What becomes of an incident by a reading; with its sensor, kind and `createdAt` name it. */
export type IncidentChange = { [K in SensorKind]: ChangeOf<K> }[SensorKind];

type ChangeOf<K extends SensorKind> = { kind: K; createdAt: number; severity: Severity } & (
  | {
      /** Raised for the first time, gone worse, or come back after it was over. */
      change: 'raised' | 'worse' | 'back';
      facts: Facts[K];
      /** Whether it is news, rather than the same thing once more. */
      isNews: boolean;
    }
  | { change: 'resolved' }
);

/** What comes back within this time of its incident's beginning is the same incident. */
const sameIncidentMs = dayMs;
/** What comes back sooner after it was over is no news. */
const newsAfterMs = hourMs;

/**
 * Decides what a reading changes about the incidents of its sensor. An incident is raised once, once more
 * when it becomes critical, and resolved when it has clearly passed. What comes back within a day belongs
 * to the same incident: a tank that hovers at its threshold must not wake its owner all day.
 */
export function judgeReading(
  watch: Watch,
  observation: Observation,
  now: number,
  by: readonly (typeof detectors)[number][] = detectors,
): { watch: Watch; changes: IncidentChange[] } {
  const next = { ...watch };
  const changes: IncidentChange[] = [];
  for (const detector of by) {
    const { kind, patienceMs } = detector;
    const known = watch[kind] ?? {};
    const { verdict, memory } = detector.judge(observation, known.memory ?? {});
    const followed = followVerdict(known, verdict, { at: observation.recordedAt, now, patienceMs });
    if (followed.change) changes.push({ kind, ...followed.change } as IncidentChange);
    const kept = { ...followed.known, ...(memory && { memory }) };
    if (Object.keys(kept).length > 0) next[kind] = kept;
    else delete next[kind];
  }
  return { watch: next, changes };
}

type Moment = { at: number; now: number; patienceMs: number };
type Change = { createdAt: number; severity: Severity } & (
  | { change: 'raised' | 'worse' | 'back'; facts: Facts[SensorKind]; isNews: boolean }
  | { change: 'resolved' }
);
type Followed = { known: KindWatch; change?: Change };
type Last = NonNullable<KindWatch['last']>;
type Wrong = Extract<Verdict<SensorKind>, { is: 'wrong' }>;

function followVerdict(known: KindWatch, verdict: Verdict<SensorKind>, moment: Moment): Followed {
  const { now } = moment;
  const { wrongSince } = known;
  const last = known.last && isRecent(known.last, now) ? known.last : undefined;
  const kept = { ...(last && { last }) };
  if (verdict.is === 'unclear') {
    return { known: { ...kept, ...(wrongSince !== undefined && { wrongSince }) } };
  }
  const isOpen = last !== undefined && last.resolvedAt === undefined;
  if (verdict.is === 'fine') return isOpen ? resolve(last, now) : { known: kept };
  if (isOpen) return worsen(last, verdict);
  const since = wrongSince ?? moment.at;
  const isRipe = verdict.severity === 'critical' || moment.at - since >= moment.patienceMs;
  if (!isRipe) return { known: { ...kept, wrongSince: since } };
  return last ? comeBack(last, verdict, now) : raise(verdict, now);
}

function isRecent({ createdAt, resolvedAt }: Last, now: number): boolean {
  return resolvedAt === undefined || now - createdAt < sameIncidentMs;
}

function resolve(last: Last, now: number): Followed {
  const { createdAt, severity } = last;
  return {
    known: { last: { ...last, resolvedAt: now } },
    change: { change: 'resolved', createdAt, severity },
  };
}

function worsen(last: Last, { severity, facts }: Wrong): Followed {
  if (severity === last.severity || severity === 'warning') return { known: { last } };
  const { createdAt } = last;
  return {
    known: { last: { ...last, severity } },
    change: { change: 'worse', createdAt, severity, facts, isNews: true },
  };
}

function comeBack(last: Last, { severity, facts }: Wrong, now: number): Followed {
  const { createdAt, resolvedAt = now } = last;
  const isWorse = severity === 'critical' && last.severity === 'warning';
  const isNews = isWorse || now - resolvedAt >= newsAfterMs;
  return {
    known: { last: { createdAt, severity } },
    change: { change: 'back', createdAt, severity, facts, isNews },
  };
}

function raise({ severity, facts }: Wrong, now: number): Followed {
  return {
    known: { last: { createdAt: now, severity } },
    change: { change: 'raised', createdAt: now, severity, facts, isNews: true },
  };
}

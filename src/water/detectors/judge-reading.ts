import type { DetectedKind, Facts } from '../incidents/kinds.ts';
import { isNewsAgain, sameIncidentMs } from '../incidents/same-incident.ts';
import type { DetectedSeverity, Detector, Health, Observation, Verdict } from './detector.ts';
import { deviceDetectors } from './device-detectors.ts';
import { tankDetectors } from './tank/tank-detectors.ts';
import type { KindWatch, Watch } from './watch.ts';

/**
 * Change of an incident by a reading. Device, sensor, kind and `createdAt` together identify the incident.
 */
export type IncidentChange = { [K in DetectedKind]: ChangeOf<K> }[DetectedKind];

type ChangeOf<K extends DetectedKind> = {
  kind: K;
  createdAt: number;
  severity: DetectedSeverity;
} & (
  | {
      /** Raised for the first time, got worse, or came back after it had ended. */
      change: 'raised' | 'worse' | 'back';
      facts: Facts[K];
      /** True if people are to be notified of it. */
      isNews: boolean;
    }
  | {
      change: 'resolved';
      /** Set where more is known now than was told. */
      facts?: Facts[K];
    }
);

export type Judged = { watch: Watch; changes: IncidentChange[] };

/**
 * Decides what a reading changes about the incidents of its sensor. An incident is raised once, again when it
 * becomes critical, and resolved when it has clearly passed. One that comes back within a day is the same
 * incident: a tank that hovers at its threshold must not wake its owner all day. A muted kind raises nothing;
 * its detector still learns from the readings, as it may be unmuted one day.
 */
export function judgeReading(
  watch: Watch,
  observation: Observation,
  {
    now,
    muted = [],
    by = tankDetectors,
  }: { now: number; muted?: readonly string[]; by?: readonly (typeof tankDetectors)[number][] },
): Judged {
  return judgeBy(by, watch, observation, { now, muted });
}

export function judgeHealth(watch: Watch, health: Health, now: number): Judged {
  return judgeBy(deviceDetectors, watch, health, { now, muted: [] });
}

function judgeBy<K extends DetectedKind, O extends { recordedAt: number }>(
  by: readonly Detector<K, O>[],
  watch: Watch,
  observation: O,
  { now, muted }: { now: number; muted: readonly string[] },
): Judged {
  const next = { ...watch };
  const changes: IncidentChange[] = [];
  for (const detector of by) {
    const { kind, patienceMs } = detector;
    const known = watch[kind];
    const begunAt = known?.last && isRecent(known.last, now) ? known.last.createdAt : undefined;
    const { verdict, memory } = detector.judge(observation, known?.memory ?? nothing, begunAt);
    const heeded = muted.includes(kind) ? fine : verdict;
    // The common case: no incident and no memory.
    if (!known && !memory && heeded.is !== 'wrong') continue;
    const followed = followVerdict(known ?? nothing, heeded, {
      at: observation.recordedAt,
      now,
      patienceMs,
    });
    if (followed.change) changes.push({ kind, ...followed.change } as IncidentChange);
    const { wrongSince, last } = followed.known;
    if (memory) next[kind] = { ...followed.known, memory };
    else if (wrongSince !== undefined || last) next[kind] = followed.known;
    else delete next[kind];
  }
  return { watch: next, changes };
}

const fine = { is: 'fine' } as const;
const nothing = {};

type Moment = { at: number; now: number; patienceMs: number };
type AnyChange = ChangeOf<DetectedKind>;
type Change = AnyChange extends infer C ? (C extends C ? Omit<C, 'kind'> : never) : never;
type Followed = { known: KindWatch; change?: Change };
type Last = NonNullable<KindWatch['last']>;
type Fine = Extract<Verdict<DetectedKind>, { is: 'fine' }>;
type Wrong = Extract<Verdict<DetectedKind>, { is: 'wrong' }>;

function followVerdict(known: KindWatch, verdict: Verdict<DetectedKind>, moment: Moment): Followed {
  const { now } = moment;
  const { wrongSince } = known;
  const last = known.last && isRecent(known.last, now) ? known.last : undefined;
  const kept = { ...(last && { last }) };
  if (verdict.is === 'unclear') {
    return { known: { ...kept, ...(wrongSince !== undefined && { wrongSince }) } };
  }
  const isOpen = last !== undefined && last.resolvedAt === undefined;
  if (verdict.is === 'fine') return isOpen ? resolve(last, verdict, now) : { known: kept };
  if (isOpen) return worsen(last, verdict);
  const since = wrongSince ?? moment.at;
  const isAtOnce = verdict.severity === 'critical' || verdict.isCertain === true;
  const isRipe = isAtOnce || moment.at - since >= moment.patienceMs;
  if (!isRipe) return { known: { ...kept, wrongSince: since } };
  return last ? comeBack(last, verdict, now) : raise(verdict, now);
}

function isRecent({ createdAt, resolvedAt }: Last, now: number): boolean {
  return resolvedAt === undefined || now - createdAt < sameIncidentMs;
}

function resolve(last: Last, { facts }: Fine, now: number): Followed {
  const { createdAt, severity } = last;
  return {
    known: { last: { ...last, resolvedAt: now } },
    change: { change: 'resolved', createdAt, severity, ...(facts && { facts }) },
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
  const isNews = isWorse || isNewsAgain(resolvedAt, now);
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

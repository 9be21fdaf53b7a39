import { allowedMs, type FaultKind, faultRules, type PlannedFault, type Truth } from '../faults.ts';

/** Faults that are seen when the pump is next wanted, and last from then on. */
const shownLater = new Set<FaultKind>(['dry_run', 'runs_on', 'unanswered']);

/** A battery is weak from here on, of the percents between which it runs down. */
export const weakBattery = 20;
const [fullBattery, emptyBattery] = [90, 3];

/** One fault of one tank as time passes. */
export type FaultCourse = {
  kind: FaultKind;
  tank: number;
  isActive: (at: number) => boolean;
  /** The share of its time that is over, 0 to 1. */
  progress: (at: number) => number;
  /** Notes that it has its effect now, if it has not had it before, and in what time it ought to be told. */
  show: (at: number, allowed?: number) => void;
  /** From when until when it had its effect; undefined where it had none. */
  span: () => { begin: number; end: number } | undefined;
  /** Incidents that ought to be raised for it alone. */
  truth: () => Truth | undefined;
};

export function followFault({ kind, tank, from, until }: PlannedFault): FaultCourse {
  const lastsMs = until - from;
  let begin = shownLater.has(kind) ? undefined : from;
  let allowed = allowedMs[faultRules[kind].answer ?? ''] ?? 0;
  const span = () => (begin === undefined ? undefined : { begin, end: begin + lastsMs });
  const progress = (at: number) => Math.min(1, Math.max(0, (at - from) / lastsMs));
  return {
    kind,
    tank,
    progress,
    span,
    isActive: (at) => at >= from && (begin === undefined || at < begin + lastsMs),
    show: (at, within = allowed) => {
      if (at < from || begin !== undefined) return;
      begin = at;
      allowed = within;
    },
    truth: () => {
      const { answer } = faultRules[kind];
      const shown = span();
      if (!shown || answer === undefined) return undefined;
      const weakFrom = (fullBattery - weakBattery) / (fullBattery - emptyBattery);
      const late = kind === 'battery' ? weakFrom * lastsMs : 0;
      const begin = shown.begin + late;
      return { kind: answer, fault: kind, tank, begin, end: shown.end, allowed };
    },
  };
}

/** Percent, of a battery that runs down and is replaced. */
export function batteryAt(progress: number): number {
  return Math.round(fullBattery - (fullBattery - emptyBattery) * progress);
}

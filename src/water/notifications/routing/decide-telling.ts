import type { Severity } from '../../fields.ts';
import type { Phase } from '../message.ts';
import { longestWindowMs } from './group-window.ts';

/** An incident as it stands. */
export type Standing = {
  severity: Severity;
  raisedAt: number;
  resolvedAt: number | null;
  acknowledgedAt: number | null;
  snoozedUntil: number | null;
};

/** What a person was told of it. */
export type Told = {
  /** Whoever is to be told only where nobody acknowledges is told nothing before. */
  notBefore: number;
  messages: number;
  /** As the incident stood in the last message. */
  severity: Severity | null;
  raisedAt: number | null;
  isResolved: boolean;
  /** Whether it waits for the end of quiet hours. */
  isHeld: boolean;
};

export type Telling =
  | { decision: 'tell'; phase: Phase }
  | { decision: 'wait'; until: number; isHeld: boolean }
  | { decision: 'nothing' };

type Moment = { now: number; quietEndsAt: number; spacedUntil?: number };

/** Messages to a person of one incident; the last one is kept for its end, or for what is critical. */
export const mostMessages = 3;

const nothing: Telling = { decision: 'nothing' };
const ranks: Severity[] = ['info', 'warning', 'critical'];

/** How severe it is: from the least severe on. */
export function severityRank(severity: Severity): number {
  return ranks.indexOf(severity);
}

/**
 * Whether a person is now to be told of an incident.
 * @param quietEndsAt the end of the person's quiet hours; `now` outside them.
 * @param spacedUntil until when the person's last message is too recent for another one.
 */
export function decideTelling(
  incident: Standing,
  told: Told,
  { now, quietEndsAt, spacedUntil = now }: Moment,
): Telling {
  const phase = phaseOf(incident, told);
  if (!phase) return nothing;
  if (isAcknowledged(incident)) return nothing;
  const { snoozedUntil } = incident;
  if (phase !== 'worse' && snoozedUntil !== null && snoozedUntil > now) {
    return { decision: 'wait', until: snoozedUntil, isHeld: told.isHeld };
  }
  if (told.messages === 0 && told.notBefore > now + longestWindowMs) {
    return { decision: 'wait', until: told.notBefore, isHeld: false };
  }
  const isUrgent = incident.severity === 'critical' && phase !== 'resolved';
  if (!isUrgent && quietEndsAt > now) return { decision: 'wait', until: quietEndsAt, isHeld: true };
  if (spacedUntil > now) return { decision: 'wait', until: spacedUntil, isHeld: told.isHeld };
  return { decision: 'tell', phase };
}

/** Once it has got worse or come back, it is open again. */
function isAcknowledged({ acknowledgedAt, raisedAt }: Standing): boolean {
  return acknowledgedAt !== null && acknowledgedAt >= raisedAt;
}

/** What there is to tell that was not told yet. */
function phaseOf(incident: Standing, told: Told): Phase | undefined {
  const { severity, raisedAt, resolvedAt } = incident;
  if (told.messages === 0) {
    if (resolvedAt === null) return 'raised';
    // What came and went is worth a line in the morning, and no message of its own.
    return told.isHeld ? 'resolved' : undefined;
  }
  const left = mostMessages - told.messages;
  if (left <= 0) return undefined;
  if (resolvedAt !== null) return told.isResolved ? undefined : 'resolved';
  if (severityRank(severity) > severityRank(told.severity ?? 'info')) {
    return left > 1 || severity === 'critical' ? 'worse' : undefined;
  }
  const isBack = told.isResolved || raisedAt > (told.raisedAt ?? 0);
  return isBack && (left > 1 || told.isResolved) ? 'back' : undefined;
}

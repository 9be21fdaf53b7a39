import { minuteMs } from '../../../kit/time/units.ts';
import type { Severity } from '../../fields.ts';
import type { Phase } from '../message.ts';

export type Standing = {
  severity: Severity;
  /** Set of a kind that is news again while it lasts, where there is more of it: a leak. */
  grows?: boolean;
  raisedAt: number;
  resolvedAt: number | null;
  acknowledgedAt: number | null;
  snoozedUntil: number | null;
};

/** Notifications that a person has had of an incident. */
export type Notified = {
  /** Earliest instant of the first one; later than now for a later step of the escalation. */
  notBefore: number;
  messages: number;
  /** State of the incident in the last message. */
  severity: Severity | null;
  raisedAt: number | null;
  isResolved: boolean;
  /** True if it waits for the end of quiet hours. */
  isHeld: boolean;
};

export type Decision =
  | { is: 'notify'; phase: Phase }
  | { is: 'wait'; until: number; isHeld: boolean }
  | { is: 'nothing' };

type Moment = { now: number; quietEndsAt: number; spacedUntil?: number };

/**
 * Most messages to a person about one incident; the last one is kept for its end, or for a critical state. Beyond
 * them goes only that it is critical, where the last message said less, and that once.
 */
export const mostMessages = 3;

const nothing: Decision = { is: 'nothing' };
const ranks: Severity[] = ['info', 'warning', 'critical'];

export function severityRank(severity: Severity): number {
  return ranks.indexOf(severity);
}

/**
 * Decides if a person is notified of an incident now.
 * @param quietEndsAt the end of the person's quiet hours; `now` outside them.
 * @param spacedUntil end of the time in which the person's last message is too recent for another one.
 */
export function decideNotifying(
  incident: Standing,
  notified: Notified,
  { now, quietEndsAt, spacedUntil = now }: Moment,
): Decision {
  const phase = phaseOf(incident, notified);
  if (!phase) return nothing;
  if (isAcknowledged(incident)) return nothing;
  const { snoozedUntil } = incident;
  if (phase !== 'worse' && snoozedUntil !== null && snoozedUntil > now) {
    return { is: 'wait', until: snoozedUntil, isHeld: notified.isHeld };
  }
  if (notified.messages === 0 && notified.notBefore > now + longestWindowMs) {
    return { is: 'wait', until: notified.notBefore, isHeld: false };
  }
  const isUrgent = incident.severity === 'critical' && phase !== 'resolved';
  if (!isUrgent && quietEndsAt > now) return { is: 'wait', until: quietEndsAt, isHeld: true };
  if (spacedUntil > now) return { is: 'wait', until: spacedUntil, isHeld: notified.isHeld };
  return { is: 'notify', phase };
}

/** True if acknowledged since it was raised, got worse or came back. */
export function isAcknowledged({
  acknowledgedAt,
  raisedAt,
}: Pick<Standing, 'acknowledgedAt' | 'raisedAt'>): boolean {
  return acknowledgedAt !== null && acknowledgedAt >= raisedAt;
}

function phaseOf(incident: Standing, notified: Notified): Phase | undefined {
  const { severity, raisedAt, resolvedAt } = incident;
  if (notified.messages === 0) {
    if (resolvedAt === null) return 'raised';
    // An incident that came and went overnight gets a line in the morning, and no message of its own.
    return notified.isHeld ? 'resolved' : undefined;
  }
  const left = mostMessages - notified.messages;
  const isToldCritical = notified.severity === 'critical' && !notified.isResolved;
  const isUntoldCritical = severity === 'critical' && resolvedAt === null && !isToldCritical;
  if (left <= 0 && !isUntoldCritical) return undefined;
  if (resolvedAt !== null) return notified.isResolved ? undefined : 'resolved';
  if (severityRank(severity) > severityRank(notified.severity ?? 'info')) {
    return left > 1 || severity === 'critical' ? 'worse' : undefined;
  }
  const isBack = notified.isResolved || raisedAt > (notified.raisedAt ?? 0);
  if (!isBack || (left <= 1 && !notified.isResolved)) return undefined;
  return incident.grows === true && !notified.isResolved ? 'worse' : 'back';
}

/** Time in which changes are gathered into one message: a storm is one message. */
const usualWindowMs = minuteMs;
const criticalWindowMs = 5000;

/** Time by which a person's message gathers changes ahead of their own time. */
export const longestWindowMs = usualWindowMs;

/** Least time between two messages to a person, as a storm may also be critical changes one by one. */
export const betweenMessagesMs = minuteMs;

export function windowOf(severity: Severity, isResolved: boolean): number {
  return severity === 'critical' && !isResolved ? criticalWindowMs : usualWindowMs;
}

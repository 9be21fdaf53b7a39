import type { Severity } from '../../fields.ts';
import { type Phase, phases } from '../message.ts';
import {
  type ChannelName,
  type ChannelRules,
  endOfQuietHours,
  type Person,
} from '../preferences.ts';
import { decideNotifying, type Notified, type Standing, severityRank } from './decide-notifying.ts';

/** Incident with pending changes, the person's notifications of it, and the rules for its device. */
export type Open<K> = { key: K; incident: Standing; notified: Notified; channels: ChannelRules };

type AnyTarget = {
  id: number;
  channel: ChannelName;
  /** True if today's limit of the account that pays for it is reached. */
  isSpent?: boolean;
  /** True if nothing is likely to arrive there. */
  isDoubtful?: boolean;
  /** True if nothing can be sent there at all. */
  isBarred?: boolean;
};

/** New state of the person's notifications of an incident, to be stored. */
export type Outcome<K> = { key: K; notified: Notified; decideAt: number | null };

/** One message to one target; over its budget it is stored and not sent. */
export type Planned<K, P extends AnyTarget> = {
  target: P;
  items: { key: K; phase: Phase }[];
  isDigest: boolean;
  isOverBudget: boolean;
};

export type Plan<K, P extends AnyTarget> = { outcomes: Outcome<K>[]; messages: Planned<K, P>[] };

/** Rest of each channel's budget of today; a channel without one has no limit. */
export type Budgets = Partial<Record<ChannelName, number>>;

type Circumstances<K, P> = {
  targets: P[];
  budgets: Budgets;
  now: number;
  /** End of the time in which the person's last message is too recent for another one. */
  spacedUntil?: number;
  /** Whether an incident may go to a target; any may go to all where it is not given. */
  takes?: (target: P, key: K) => boolean;
};

/**
 * Plans a person's messages now, from all pending changes: one to each target, however many changes there
 * are.
 */
export function planMessages<K, P extends AnyTarget>(
  person: Person,
  open: Open<K>[],
  { targets, budgets, now, spacedUntil = now, takes = () => true }: Circumstances<K, P>,
): Plan<K, P> {
  const quietEndsAt = endOfQuietHours(person, now);
  const decided = open.map((each) => ({
    ...each,
    decision: decideNotifying(each.incident, each.notified, { now, quietEndsAt, spacedUntil }),
  }));
  const due = decided
    .flatMap(({ decision, ...each }) =>
      decision.is === 'notify' ? { ...each, phase: decision.phase } : [],
    )
    .sort(byWeight);
  const messages = shareOut(due, targets, { budgets, takes });
  const sent = new Set(messages.flatMap(({ items }) => items.map(({ key }) => key)));
  const outcomes = decided.map(({ key, incident, notified, decision }): Outcome<K> => {
    if (decision.is === 'wait') {
      return { key, notified: { ...notified, isHeld: decision.isHeld }, decideAt: decision.until };
    }
    if (!sent.has(key)) return { key, notified: { ...notified, isHeld: false }, decideAt: null };
    return { key, notified: afterNotifying(incident, notified), decideAt: null };
  });
  return { outcomes, messages };
}

type DueChange<K> = Open<K> & { phase: Phase };
type Share<K, P> = { target: P; shared: DueChange<K>[]; isOverBudget: boolean };

/** Assigns changes to targets by the rules; a change without a budget left takes another channel as well. */
function shareOut<K, P extends AnyTarget>(
  due: DueChange<K>[],
  targets: P[],
  { budgets, takes }: Required<Pick<Circumstances<K, P>, 'budgets' | 'takes'>>,
): Planned<K, P>[] {
  const left = { ...budgets };
  const shares = targets.map((target): Share<K, P> => {
    const { channel, isSpent = false, isBarred = false } = target;
    const isOfChannel = (each: DueChange<K>) => each.channels[channel].includes(severityOf(each));
    const shared = due.filter((each) => isOfChannel(each) && takes(target, each.key));
    const budget = left[channel];
    if (budget !== undefined && shared.length > 0 && !isSpent && !isBarred)
      left[channel] = budget - 1;
    return { target, shared, isOverBudget: isSpent || (budget !== undefined && budget <= 0) };
  });
  const kept = shares.filter(({ target, isOverBudget }) => !isOverBudget && !target.isDoubtful);
  const reached = new Set(kept.flatMap(({ shared }) => shared));
  const missed = shares.flatMap(({ shared }) => shared.filter((each) => !reached.has(each)));
  const instead = channelInstead(kept.map(({ target }) => target));
  return shares
    .map((share) => {
      if (share.target.channel !== instead || share.isOverBudget) return share;
      const notified = new Set([...share.shared, ...missed]);
      return { ...share, shared: due.filter((each) => notified.has(each)) };
    })
    .filter(({ target, shared }) => shared.length > 0 && !target.isBarred)
    .map(({ target, shared, isOverBudget }) => ({
      target,
      items: shared.map(({ key, phase }) => ({ key, phase })),
      isDigest: shared.some(({ notified }) => notified.isHeld),
      isOverBudget,
    }));
}

/** Returns the channel for changes that would reach the person on none. */
export function channelInstead(targets: Pick<AnyTarget, 'channel'>[]): ChannelName | undefined {
  const inOrder: ChannelName[] = ['web-push', 'email', 'webhook'];
  return inOrder.find((name) => targets.some(({ channel }) => channel === name));
}

/**
 * Returns the severity that decides the channels; the end of an incident goes where the person was notified
 * of it.
 */
function severityOf<K>({ incident, notified, phase }: DueChange<K>): Severity {
  return phase === 'resolved' ? (notified.severity ?? incident.severity) : incident.severity;
}

function afterNotifying(
  { severity, raisedAt, resolvedAt }: Standing,
  notified: Notified,
): Notified {
  return {
    ...notified,
    messages: notified.messages + 1,
    severity,
    raisedAt,
    isResolved: resolvedAt !== null,
    isHeld: false,
  };
}

type Weighty = { incident: Standing; phase: Phase };

function byWeight(a: Weighty, b: Weighty): number {
  return (
    Number(a.phase === 'resolved') - Number(b.phase === 'resolved') ||
    severityRank(b.incident.severity) - severityRank(a.incident.severity) ||
    phases.indexOf(a.phase) - phases.indexOf(b.phase) ||
    b.incident.raisedAt - a.incident.raisedAt
  );
}

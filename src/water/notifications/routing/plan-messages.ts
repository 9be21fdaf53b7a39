import { afterQuietHours } from '../../../kit/time/quiet-hours.ts';
import type { Severity } from '../../fields.ts';
import { type Phase, phases } from '../message.ts';
import type { ChannelName, ChannelRules, Person } from '../preferences.ts';
import { decideTelling, type Standing, severityRank, type Told } from './decide-telling.ts';

/** An incident that may have to be told, with what was told of it and the person's rules of its device. */
export type Open<K> = { key: K; incident: Standing; told: Told; channels: ChannelRules };

/** Where a person's messages can go. */
type AnyTarget = { id: number; channel: ChannelName };

/** What becomes of what was told: as it is to be written down. */
export type Outcome<K> = { key: K; told: Told; dueAt: number | null };

/** One message to one target; over its budget it is written down and not sent. */
export type Planned<K, P extends AnyTarget> = {
  target: P;
  items: { key: K; phase: Phase }[];
  isDigest: boolean;
  isOverBudget: boolean;
};

export type Plan<K, P extends AnyTarget> = { outcomes: Outcome<K>[]; messages: Planned<K, P>[] };

/** Left of each channel's budget of today; a channel without one has no limit. */
export type Budgets = Partial<Record<ChannelName, number>>;

type Circumstances<P> = {
  targets: P[];
  budgets: Budgets;
  now: number;
  /** Until when the person's last message is too recent for another one. */
  spacedUntil?: number;
};

/** Decides what a person is told now, of all that is open: one message a target, however much it is. */
export function planMessages<K, P extends AnyTarget>(
  person: Person,
  open: Open<K>[],
  { targets, budgets, now, spacedUntil = now }: Circumstances<P>,
): Plan<K, P> {
  const quietEndsAt = afterQuietHours(now, {
    zone: person.timezone,
    from: person.quietFrom,
    until: person.quietUntil,
  });
  const decided = open.map((each) => ({
    ...each,
    telling: decideTelling(each.incident, each.told, { now, quietEndsAt, spacedUntil }),
  }));
  const toTell = decided
    .flatMap(({ telling, ...each }) =>
      telling.decision === 'tell' ? { ...each, phase: telling.phase } : [],
    )
    .sort(byWeight);
  const messages = shareOut(toTell, targets, budgets);
  const sent = new Set(messages.flatMap(({ items }) => items.map(({ key }) => key)));
  const outcomes = decided.map(({ key, incident, told, telling }): Outcome<K> => {
    if (telling.decision === 'wait') {
      return { key, told: { ...told, isHeld: telling.isHeld }, dueAt: telling.until };
    }
    if (!sent.has(key)) return { key, told: { ...told, isHeld: false }, dueAt: null };
    return { key, told: noteTold(incident, told), dueAt: null };
  });
  return { outcomes, messages };
}

/** What is to be told now, and as what. */
type ToTell<K> = Open<K> & { phase: Phase };
type Share<K, P> = { target: P; shared: ToTell<K>[]; isOverBudget: boolean };

/** Which target is told what: as the rules say; what no budget is left for goes another way besides. */
function shareOut<K, P extends AnyTarget>(
  toTell: ToTell<K>[],
  targets: P[],
  budgets: Budgets,
): Planned<K, P>[] {
  const left = { ...budgets };
  const shares = targets.map((target): Share<K, P> => {
    const { channel } = target;
    const shared = toTell.filter((each) => each.channels[channel].includes(severityOf(each)));
    const budget = left[channel];
    if (budget !== undefined && shared.length > 0) left[channel] = budget - 1;
    return { target, shared, isOverBudget: budget !== undefined && budget <= 0 };
  });
  const kept = shares.filter(({ isOverBudget }) => !isOverBudget);
  const reached = new Set(kept.flatMap(({ shared }) => shared));
  const missed = shares.flatMap(({ shared }) => shared.filter((each) => !reached.has(each)));
  const instead = insteadOf(kept.map(({ target }) => target));
  return shares
    .map((share) => {
      if (share.target.channel !== instead || share.isOverBudget) return share;
      const told = new Set([...share.shared, ...missed]);
      return { ...share, shared: toTell.filter((each) => told.has(each)) };
    })
    .filter(({ shared }) => shared.length > 0)
    .map(({ target, shared, isOverBudget }) => ({
      target,
      items: shared.map(({ key, phase }) => ({ key, phase })),
      isDigest: shared.some(({ told }) => told.isHeld),
      isOverBudget,
    }));
}

/** The channel for what would reach a person by none. */
function insteadOf(targets: AnyTarget[]): ChannelName | undefined {
  const inOrder: ChannelName[] = ['web-push', 'email', 'webhook'];
  return inOrder.find((name) => targets.some(({ channel }) => channel === name));
}

/** The end of an incident goes where the person was told of it. */
function severityOf<K>({ incident, told, phase }: ToTell<K>): Severity {
  return phase === 'resolved' ? (told.severity ?? incident.severity) : incident.severity;
}

function noteTold({ severity, raisedAt, resolvedAt }: Standing, told: Told): Told {
  return {
    ...told,
    messages: told.messages + 1,
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

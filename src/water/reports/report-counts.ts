import { alertTypes, commandStatuses, severities } from '../fields.ts';
import type { AlertCount, CommandCount } from './report-queries.ts';

/** Sums up the counts of an alerts report; every severity and type is present, if only with a zero. */
export function summariseAlerts(counts: readonly AlertCount[]) {
  return {
    total: sum(counts, ({ total }) => total),
    unread: sum(counts, ({ unread }) => unread),
    by_severity: countBy(severities, (word) =>
      sum(counts, ({ severity, total }) => (severity === word ? total : 0)),
    ),
    by_type: countBy(alertTypes, (word) =>
      sum(counts, ({ type, total }) => (type === word ? total : 0)),
    ),
  };
}

/** Sums up the counts of a pump report; an overdue pending command counts as expired. */
export function summariseCommands(counts: readonly CommandCount[]) {
  const overdue = sum(counts, (each) => (each.status === 'pending' ? each.overdue : 0));
  const byStatus = countBy(commandStatuses, (word) =>
    sum(counts, ({ status, total }) => (status === word ? total : 0)),
  );
  return {
    total: sum(counts, ({ total }) => total),
    executed: byStatus.executed,
    pending: byStatus.pending - overdue,
    cancelled: byStatus.cancelled,
    expired: byStatus.expired + overdue,
  };
}

function countBy<const W extends string>(words: readonly W[], count: (word: W) => number) {
  return Object.fromEntries(words.map((word) => [word, count(word)])) as Record<W, number>;
}

function sum<T>(items: readonly T[], count: (item: T) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}

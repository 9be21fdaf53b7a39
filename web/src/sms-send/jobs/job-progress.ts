import type { SmsCounts, SmsJob } from '../../api/operations.ts';
import {
  isCancellable,
  isEnded,
  type Stage,
  stageOf,
  statuses,
} from '../../sms-account/message-state/message-state.ts';

export type Progress = {
  /** Messages in a final state. */
  ended: number;
  total: number;
  /** Messages that have not left and can be cancelled. */
  waiting: number;
  /** Percent of all messages by stage; 100 in all. */
  shares: Record<Exclude<Stage, 'waiting'>, number>;
};

export function progressOf({ counts }: { counts: SmsCounts }): Progress {
  const sum = (fits: (status: keyof SmsCounts) => boolean) =>
    statuses.reduce((all, status) => all + (fits(status) ? counts[status] : 0), 0);
  const total = sum(() => true);
  const share = (stage: Stage) =>
    total === 0 ? 0 : (100 * sum((status) => stageOf(status) === stage)) / total;
  return {
    ended: sum(isEnded),
    total,
    waiting: sum(isCancellable),
    shares: { good: share('good'), bad: share('bad'), back: share('back'), away: share('away') },
  };
}

const second = 1_000;
const minute = 60 * second;

/**
 * Returns the wait before the next poll: a second while much happens, longer the longer nothing
 * has; undefined if nothing more can happen.
 * @param quietMs time since the last change.
 */
export function nextPollMs(job: SmsJob, quietMs: number, now: number): number | undefined {
  const { ended, total } = progressOf(job);
  if (ended === total) return undefined;
  const untilDue = job.scheduled_at === null ? 0 : Date.parse(job.scheduled_at) - now;
  if (untilDue > minute) return 30 * second;
  if (untilDue > 0) return 2 * second;
  if (quietMs < 15 * second) return second;
  if (quietMs < 2 * minute) return 3 * second;
  return quietMs < 15 * minute ? 10 * second : 30 * second;
}

/** Counts the messages that a cancellation took back, each a credit. */
export function cancelledSince(before: SmsJob, after: SmsJob): number {
  return after.counts.cancelled - before.counts.cancelled;
}

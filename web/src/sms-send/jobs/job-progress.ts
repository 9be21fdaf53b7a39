import type { SmsCounts, SmsJob } from '../../api/operations.ts';
import {
  isCancellable,
  isEnded,
  type Stage,
  stageOf,
  statuses,
} from '../../sms-account/message-state/message-state.ts';

export type Progress = {
  /** Nothing more happens to these. */
  ended: number;
  total: number;
  /** Have not left, and can be taken back. */
  waiting: number;
  /** Per cent of all, by where they stand; 100 in all. */
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
 * How long until it makes sense to ask again: each second while much happens, the less often the
 * longer nothing has; undefined where nothing more can happen.
 * @param quietMs how long what is known has been the same.
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

/** What came back when a job was cancelled: a message is a credit. */
export function cancelledSince(before: SmsJob, after: SmsJob): number {
  return after.counts.cancelled - before.counts.cancelled;
}

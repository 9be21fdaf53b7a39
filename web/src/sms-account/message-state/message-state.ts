import type { SmsMessage } from '../../api/operations.ts';

export type Status = SmsMessage['status'];

/** States in the order in which a message can pass through them. */
export const statuses = [
  'scheduled',
  'queued',
  'sending',
  'sent',
  'unknown',
  'delivered',
  'undelivered',
  'failed',
  'expired',
  'cancelled',
] as const satisfies Status[];

/** Coarse state of a message, as its owner sees it. */
export type Stage = 'waiting' | 'away' | 'good' | 'bad' | 'back';

const stages: Record<Status, Stage> = {
  scheduled: 'waiting',
  queued: 'waiting',
  sending: 'waiting',
  sent: 'away',
  unknown: 'away',
  delivered: 'good',
  undelivered: 'bad',
  failed: 'bad',
  expired: 'bad',
  cancelled: 'back',
};

export function stageOf(status: Status): Stage {
  return stages[status];
}

export function isEnded(status: Status): boolean {
  return stageOf(status) !== 'waiting' && stageOf(status) !== 'away';
}

/** True if it can still be cancelled, unless a provider is being handed it just then. */
export function isCancellable(status: Status): boolean {
  return stageOf(status) === 'waiting';
}

import type { SmsMessage } from '../../api/operations.ts';

export type Status = SmsMessage['status'];

/** In the order in which a message can pass through them. */
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

/** Where a message stands, as far as its owner has to do with it. */
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

/** Whether nothing more happens to it. */
export function isEnded(status: Status): boolean {
  return stageOf(status) !== 'waiting' && stageOf(status) !== 'away';
}

/** Whether it can still be taken back, unless a provider is being handed it just then. */
export function isCancellable(status: Status): boolean {
  return stageOf(status) === 'waiting';
}

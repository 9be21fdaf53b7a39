import type { Notification } from '../api/operations.ts';
import { statusText } from './notification-words.ts';

/** Whether a message arrived. */
export function StatusTag({ status }: Pick<Notification, 'status'>) {
  return <span class={`tag ${lookOf[status]}`}>{statusText(status)}</span>;
}

const lookOf = { delivered: 'tag-good', failed: 'tag-danger', pending: '', unsure: 'tag-warning' };

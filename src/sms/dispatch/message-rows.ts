import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import { type MessageEvent, statusesBefore } from '../message-states.ts';

export type Trx = Transaction<Tables>;

/** A message whose row a transaction has changed, as it now is. */
export type ChangedMessage = {
  id: number;
  user_id: number;
  job_id: number | null;
  status: string;
  cost: number;
  due_at: number | null;
};

const changedNames = ['id', 'user_id', 'job_id', 'status', 'cost', 'due_at'];

/** What a `ChangedMessage` has, to be returned by a statement. */
export const changedColumns = sql.join(changedNames.map((name) => sql.ref(`sms_messages.${name}`)));

/** Messages are joined with a set of rows `v` by these. */
export const messageKeyColumns = { user_id: 'bigint', id: 'bigint' } as const;
export type MessageKey = { user_id: number; id: number };
export const isMessageOfV = sql`sms_messages.id = v.id and sms_messages.user_id = v.user_id`;

/** Whether an event is possible for the message. */
export function statusIsBefore(event: MessageEvent) {
  const statuses = statusesBefore(event).map((status) => sql.lit(status));
  return sql`sms_messages.status in (${sql.join(statuses)})`;
}

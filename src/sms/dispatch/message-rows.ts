import { type Selectable, sql, type Transaction } from 'kysely';
import type { SmsMessagesTable } from '../../db/tables/sms-tables.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { type MessageEvent, statusesBefore } from '../message-states.ts';

export type Trx = Transaction<Tables>;

const changedNames = ['id', 'user_id', 'job_id', 'status', 'cost', 'due_at'] as const;

/** The row of a message that a transaction has changed, as it now is. */
export type ChangedMessage = Pick<Selectable<SmsMessagesTable>, (typeof changedNames)[number]>;

export const changedColumns = sql.join(changedNames.map((name) => sql.ref(`sms_messages.${name}`)));

/** The columns by which messages are joined with a set of rows `v`. */
export const messageKeyColumns = { user_id: 'bigint', id: 'bigint' } as const;
export type MessageKey = { user_id: number; id: number };
export const isMessageOfV = sql`sms_messages.id = v.id and sms_messages.user_id = v.user_id`;

/** True if an event is possible for the message. */
export function statusIsBefore(event: MessageEvent) {
  const statuses = statusesBefore(event).map((status) => sql.lit(status));
  return sql`sms_messages.status in (${sql.join(statuses)})`;
}

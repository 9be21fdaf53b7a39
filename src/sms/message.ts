import { type Selectable, sql, type Transaction } from 'kysely';
import type { RowOf } from '../db/row-set.ts';
import type { SmsMessagesTable } from '../db/tables/sms-tables.ts';
import type { Tables } from '../db/tables/tables.ts';
import {
  type MessageClass,
  type MessageEvent,
  type MessageStatus,
  statusesBefore,
} from './message-states.ts';

/**
 * The three shapes of a message: as it comes in (`NewMessage`), as it is stored (`StoredMessage`), and as it
 * goes out to a provider (`OutgoingMessage`). Their fields are those of the one table below.
 */

type Row = Selectable<SmsMessagesTable>;

/** Fields of a message, each with its column and how the column is written. */
const fields = {
  id: ['id', 'bigint'],
  userId: ['user_id', 'bigint'],
  jobId: ['job_id', 'bigint'],
  phone: ['phone', 'text'],
  text: ['body', 'text'],
  class: ['class', 'text'],
  status: ['status', 'text'],
  encoding: ['encoding', 'text'],
  segments: ['segments', 'bigint'],
  attempts: ['attempts', 'bigint'],
  inDoubt: ['in_doubt', 'bigint'],
  scheduledAt: ['scheduled_at', 'bigint'],
  createdAt: ['created_at', 'bigint'],
  dueAt: ['due_at', 'bigint'],
  claimedBy: ['claimed_by', 'bigint'],
  expiresAt: ['expires_at', 'bigint'],
  simulated: ['simulated', 'flag'],
  sender: ['sender', 'text'],
  reference: ['reference', 'text'],
  keyId: ['key_id', 'bigint'],
} as const satisfies Record<string, readonly [keyof Row, 'bigint' | 'text' | 'flag']>;

type Fields = typeof fields;
export type MessageField = keyof Fields;

export type Message = {
  [F in MessageField]: F extends 'class'
    ? MessageClass
    : F extends 'status'
      ? MessageStatus
      : Fields[F][1] extends 'flag'
        ? boolean
        : Row[Fields[F][0]];
};

/** Fields that are known of a message before it is paid for. */
export const newFields = [
  'userId',
  'phone',
  'text',
  'class',
  'status',
  'encoding',
  'segments',
  'scheduledAt',
  'createdAt',
  'dueAt',
  'claimedBy',
  'expiresAt',
  'sender',
  'reference',
  'keyId',
] as const;

/**
 * A message that came in. `claimedBy` is the claimer that submits it at once, null where it waits in the
 * outbox; `sender` is the one that was asked for, in the form of `senderKey`, null for the account's first.
 */
export type NewMessage = Pick<Message, (typeof newFields)[number]> & { text: string };

const storedFields = [
  'id',
  'userId',
  'claimedBy',
  'phone',
  'sender',
  'simulated',
  'text',
  'class',
  'attempts',
  'inDoubt',
  'expiresAt',
  'encoding',
] as const;

/**
 * A stored message that a claimer has claimed. `sender` is the sender id or short code that it is from, null
 * where its account has none; `text` is its job's where it has none of its own.
 */
export type StoredMessage = Pick<Message, (typeof storedFields)[number]> & {
  text: string;
  claimedBy: number;
};

/** A message as it is submitted to a provider. */
export type OutgoingMessage = Pick<
  StoredMessage,
  'id' | 'userId' | 'text' | 'class' | 'expiresAt'
> & {
  /** `254XXXXXXXXX`. */
  to: string;
  /** Sender id or short code; null takes the provider's own default. */
  from: string | null;
};

type ColumnsOf<F extends MessageField> = {
  [N in F as Fields[N][0]]: Fields[N][1] extends 'text' ? 'text' : 'bigint';
};

/** The columns of some fields, for `rowSet`. */
export function columnsOf<F extends MessageField>(names: readonly F[]): ColumnsOf<F> {
  const columns = names.map((name) => {
    const [column, type] = fields[name];
    return [column, type === 'text' ? type : 'bigint'];
  });
  return Object.fromEntries(columns) as ColumnsOf<F>;
}

/** The values of some fields, by their columns. */
export function toRow<F extends MessageField>(
  message: Pick<Message, F>,
  names: readonly F[],
): RowOf<ColumnsOf<F>> {
  const values = names.map((name) => {
    const [column, type] = fields[name];
    return [column, type === 'flag' ? Number(message[name]) : message[name]];
  });
  return Object.fromEntries(values) as RowOf<ColumnsOf<F>>;
}

/**
 * The sender id or short code that a message is from: the one that was asked for, as long as it is its
 * account's, else the one for its class that the account has had for longest, null where it has none.
 */
const senderOfMessage = sql<string | null>`coalesce((
  select s.name from sms_senders as s
  where s.sender = sms_messages.sender and s.user_id = sms_messages.user_id), (
  select s.name from sms_senders as s where s.user_id = sms_messages.user_id
    and coalesce(s.class, sms_messages.class) = sms_messages.class
  order by s.created_at, s.sender limit 1))`;

/** A message of a job has its job's text, unless it has one of its own. */
const textOfMessage = sql<string>`coalesce(sms_messages.body, (
  select j.body from sms_jobs as j
  where j.user_id = sms_messages.user_id and j.id = sms_messages.job_id), '')`;

export type StoredRow = Pick<Row, Fields[(typeof storedFields)[number]][0]>;

/** The columns of a `StoredMessage`, to be returned by a statement that writes `sms_messages`. */
export const storedColumns = sql.join(
  storedFields.map((name) => {
    if (name === 'sender') return sql`${senderOfMessage} as sender`;
    if (name === 'text') return sql`${textOfMessage} as body`;
    return sql.ref(`sms_messages.${fields[name][0]}`);
  }),
);

/** Reads a row that is claimed. */
export function toStored(row: StoredRow): StoredMessage {
  const values = storedFields.map((name) => {
    const [column, type] = fields[name];
    return [name, type === 'flag' ? row[column] === 1 : row[column]];
  });
  return Object.fromEntries(values) as StoredMessage;
}

export type Trx = Transaction<Tables>;

const changedNames = ['id', 'user_id', 'job_id', 'status', 'cost', 'due_at', 'created_at'] as const;

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

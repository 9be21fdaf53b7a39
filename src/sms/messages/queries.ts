import { type Selectable, sql } from 'kysely';
import type { Db, PageBefore } from '../../db/db.ts';
import type { SmsMessagesTable } from '../../db/tables/sms-tables.ts';
import { isBehind } from '../files/dated-page.ts';

export type Message = Pick<
  Selectable<SmsMessagesTable>,
  | 'id'
  | 'job_id'
  | 'phone'
  | 'class'
  | 'status'
  | 'segments'
  | 'encoding'
  | 'cost'
  | 'error'
  | 'attempts'
  | 'scheduled_at'
  | 'created_at'
  | 'sent_at'
  | 'delivered_at'
  | 'simulated'
  | 'provider'
  | 'reference'
> & { text: string | null };

/** A message of a job has its own text, empty once that was deleted, or else the job's. */
function selectMessages(db: Db, userId: number, { isByPhone = false } = {}) {
  // A sign keeps the index of the account away, through which all of its messages would be looked at.
  const account = isByPhone ? sql<number>`+m.user_id` : sql<number>`m.user_id`;
  return db
    .selectFrom('sms_messages as m')
    .leftJoin('sms_jobs as j', (join) =>
      join.onRef('j.id', '=', 'm.job_id').onRef('j.user_id', '=', 'm.user_id'),
    )
    .select([
      'm.id',
      'm.job_id',
      'm.phone',
      'm.class',
      'm.status',
      'm.segments',
      'm.encoding',
      'm.cost',
      'm.error',
      'm.attempts',
      'm.scheduled_at',
      'm.created_at',
      'm.sent_at',
      'm.delivered_at',
      'm.simulated',
      'm.provider',
      'm.reference',
    ])
    .select(({ fn }) => fn.coalesce('m.body', 'j.body').as('text'))
    .where(account, '=', userId);
}

/** Undefined where the account has no such message. */
export async function findMessage(
  db: Db,
  userId: number,
  id: number,
): Promise<Message | undefined> {
  return await selectMessages(db, userId).where('m.id', '=', id).executeTakeFirst();
}

export type MessageFilter = {
  status: string | undefined;
  phone: string | undefined;
  jobId: number | undefined;
  campaign: string | undefined;
  reference: string | undefined;
  /** Created at or after, and before. */
  from: number | undefined;
  until: number | undefined;
  /** Instant at which the message `before` was created; asked for where a time is. */
  beforeAt?: number | undefined;
};

/** True where a time is asked for: by the index that begins with it, so in the order of it. */
export function isDated({ from, until }: Pick<MessageFilter, 'from' | 'until'>): boolean {
  return from !== undefined || until !== undefined;
}

/** Finds an account's messages, newest first, from before the one with id `before`. */
export async function findMessages(
  db: Db,
  userId: number,
  filter: MessageFilter & PageBefore,
): Promise<Message[]> {
  const { status, phone, jobId, campaign, reference, from, until, before, beforeAt, limit } =
    filter;
  return await selectMessages(db, userId, { isByPhone: phone !== undefined })
    .where(isBehind({ before, beforeAt }, 'm.'))
    .$if(status !== undefined, (query) => query.where('m.status', '=', status ?? ''))
    .$if(phone !== undefined, (query) => query.where('m.phone', '=', phone ?? ''))
    .$if(jobId !== undefined, (query) => query.where('m.job_id', '=', jobId ?? 0))
    .$if(campaign !== undefined, (query) => query.where('j.campaign', '=', campaign ?? ''))
    .$if(reference !== undefined, (query) => query.where('m.reference', '=', reference ?? ''))
    .$if(from !== undefined, (query) => query.where('m.created_at', '>=', from ?? 0))
    .$if(until !== undefined, (query) => query.where('m.created_at', '<', until ?? 0))
    .$if(isDated(filter), (query) => query.orderBy('m.created_at', 'desc'))
    .orderBy('m.id', 'desc')
    .limit(limit)
    .execute();
}

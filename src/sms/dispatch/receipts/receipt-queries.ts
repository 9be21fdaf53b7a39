import { sql } from 'kysely';
import type { Db, Engine } from '../../../db/db.ts';
import { prepare } from '../../../db/prepare.ts';
import { rowSet } from '../../../db/row-set.ts';
import {
  type ChangedMessage,
  changedColumns,
  isMessageOfV,
  type MessageKey,
  messageKeyColumns,
  statusIsBefore,
  type Trx,
} from '../../message.ts';
import { idForms } from '../../providers/id-forms.ts';
import type { Candidate, FormScores } from './match-receipt.ts';

export type RefKey = { provider: string; ref: string };
const refColumns = { provider: 'text', ref: 'text' } as const;

/** An id that the receipt of this number may mean. */
export type Lookup = RefKey & { receipt: number };
export type FoundCandidate = Candidate & {
  receipt: number;
  /** 1 where nothing has ended the message yet. */
  is_open: number;
};

/**
 * The messages that providers know by these ids. On PostgreSQL, holds them, so that receipts of two parts
 * see each other.
 */
export const findCandidates = prepare(({ lookups }: { lookups: Lookup[] }, engine) => {
  const lock = engine === 'postgres' ? sql`order by m.user_id, m.id for update of m` : sql``;
  const columns = { receipt: 'bigint', ...refColumns } as const;
  return sql<FoundCandidate>`
    select v.receipt, r.ref, r.user_id, r.message_id, m.phone, m.sent_at,
      case m.status when 'sent' then 1 else 0 end as is_open
    from ${rowSet(engine, columns, lookups)} as v
    cross join sms_provider_refs as r
    cross join sms_messages as m
    where r.provider = v.provider and r.ref = v.ref
      and m.id = r.message_id and m.user_id = r.user_id ${lock}`;
});

export type PartKey = RefKey & { user_id: number; message_id: number };

const partColumns = { ...refColumns, user_id: 'bigint', message_id: 'bigint' } as const;

/** Marks parts as arrived. */
export const markDelivered = prepare(
  ({ parts }: { parts: PartKey[] }, engine) => sql`
    update sms_provider_refs as r set delivered = 1
    from ${rowSet(engine, partColumns, parts)} as v
    where r.provider = v.provider and r.ref = v.ref
      and r.user_id = v.user_id and r.message_id = v.message_id`,
);

/** Marks the messages as `delivered` all of whose parts have arrived. */
export const deliverMessages = prepare(
  ({ messages, now }: { messages: MessageKey[]; now: number }, engine) => sql<ChangedMessage>`
    update sms_messages
    set status = 'delivered', delivered_at = ${now}, error = null, due_at = null
    from ${rowSet(engine, messageKeyColumns, messages)} as v
    where ${isMessageOfV} and sms_messages.claimed_by is null and ${statusIsBefore('deliver')}
      and not exists (
        select 1 from sms_provider_refs as r
        where r.user_id = sms_messages.user_id and r.message_id = sms_messages.id and r.delivered = 0
      )
    returning ${changedColumns}`,
);

export async function undeliverMessages(
  trx: Trx,
  engine: Engine,
  messages: (MessageKey & { error: string })[],
): Promise<ChangedMessage[]> {
  const columns = { ...messageKeyColumns, error: 'text' } as const;
  const { rows } = await sql<ChangedMessage>`
    update sms_messages set status = 'undelivered', error = v.error, due_at = null
    from ${rowSet(engine, columns, messages)} as v
    where ${isMessageOfV} and sms_messages.claimed_by is null and ${statusIsBefore('undeliver')}
    returning ${changedColumns}`.execute(trx);
  return rows;
}

/** Finds the scores of the forms in which these providers write ids. */
export async function findFormScores(
  db: Db,
  providers: string[],
): Promise<Map<string, FormScores>> {
  const rows = await db
    .selectFrom('sms_receipt_id_forms')
    .select(['provider', 'form', 'score'])
    .where('provider', 'in', providers)
    .execute();
  const scores = new Map<string, FormScores>();
  for (const { provider, form, score } of rows) {
    scores.set(provider, { ...scores.get(provider), [form]: score });
  }
  return scores;
}

export async function saveFormScores(
  trx: Trx,
  provider: string,
  scores: FormScores,
): Promise<void> {
  // In one order, so that processes which learn at once wait for each other and no more.
  const forms = idForms.filter((form) => scores[form] !== undefined);
  const rows = forms.map((form) => ({ provider, form, score: scores[form] ?? 0 }));
  await trx
    .insertInto('sms_receipt_id_forms')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'form'])
        .doUpdateSet((eb) => ({ score: eb.ref('excluded.score') })),
    )
    .execute();
}
